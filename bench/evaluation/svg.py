"""The page's pictures, as inline SVG. Colours are classes, so that the page's style chooses them
for light and dark; every figure that a picture shows is in a tooltip and in the page's table too.
"""

import math
from dataclasses import dataclass
from html import escape

CHARACTER_WIDTH = 6.6


@dataclass(frozen=True)
class Series:
    """A line of a small picture: its class, its name, and points (x, y)."""

    style: str
    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Bar:
    """A row of a bar chart: its title and its parts, each (class, length, tooltip)."""

    title: str
    parts: tuple[tuple[str, float, str], ...]
    note: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Dots:
    """A row of a dot plot: its title and its dots, each (class, value, tooltip)."""

    title: str
    dots: tuple[tuple[str, float, str], ...]


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


def tag(name, content="", /, **attributes):
    """An element; `cls` is its class, underscores in names are dashes."""
    text = ""
    for key, value in attributes.items():
        key = "class" if key == "cls" else key.replace("_", "-")
        value = number(value) if isinstance(value, float) else str(value)
        text += f' {key}="{escape(value)}"'
    return f"<{name}{text}>{content}</{name}>"


def text_at(x, y, content, **attributes):
    return tag("text", escape(content), x=float(x), y=float(y), **attributes)


def line(x1, y1, x2, y2, cls):
    return tag("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), cls=cls)


def picture(width, height, parts, label):
    """An image that shrinks with the page but never grows beyond its own size."""
    return (
        f'<svg viewBox="0 0 {number(width)} {number(height)}" role="img" '
        f'aria-label="{escape(label)}" style="max-width:{number(width)}px">{"".join(parts)}</svg>'
    )


def ticks(most, wanted=4):
    """Round steps from zero to at least `most`."""
    raw = most / wanted
    power = 10.0 ** math.floor(math.log10(raw)) if raw > 0 else 1.0
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw)
    count = math.ceil(most / step - 1e-9)
    return [step * index for index in range(count + 1)]


def small_lines(title, series, x_values, y_most):
    """A small picture of throughput by threads."""
    width, height = 168.0, 132.0
    left, right, top, bottom = 26.0, 8.0, 22.0, 18.0
    first, last = min(x_values), max(x_values)

    def place(x, y):
        across = (x - first) / max(last - first, 1)
        return (
            left + across * (width - left - right),
            height - bottom - min(y / y_most, 1.0) * (height - top - bottom),
        )

    parts = [text_at(4, 13, title, cls="name")]
    for value in ticks(y_most, 3):
        _, y = place(first, value)
        if y < top - 1:
            continue
        parts.append(line(left, y, width - right, y, "one" if value == 1 else "grid"))
        parts.append(text_at(left - 4, y + 4, number(value), cls="tick", text_anchor="end"))
    for value in x_values:
        x, _ = place(value, 0)
        parts.append(text_at(x, height - 4, str(value), cls="tick", text_anchor="middle"))
    for one in series:
        places = [place(x, y) for x, y in one.points]
        path = " ".join(f"{number(x)},{number(y)}" for x, y in places)
        parts.append(tag("polyline", points=path, cls=f"{one.style} path"))
        for (x, y), (threads, figure) in zip(places, one.points):
            told = tag("title", escape(f"{title}, {one.name}, {threads} threads: {figure:.2f}"))
            parts.append(tag("circle", told, cx=x, cy=y, r=3.2, cls=one.style))
    return picture(width, height, parts, f"{title}: throughput by threads")


def bars(rows, label, most=None, mark=None, unit="", name_width=None):
    """Horizontal bars, one for each row, perhaps stacked; `mark` draws a line through all."""
    longest = max((len(row.title) for row in rows), default=0)
    left = name_width or longest * CHARACTER_WIDTH + 12
    plot, row_height, top = 380.0, 20.0, 20.0
    ends = [row.high if row.high is not None else total(row) for row in rows]
    most = most or max([*ends, mark or 0, 1e-9])
    steps = ticks(most)
    scale = plot / steps[-1]
    width = left + plot + 70
    height = top + row_height * len(rows) + 6
    parts = []
    for value in steps:
        x = left + value * scale
        parts.append(line(x, top - 2, x, height - 4, "grid"))
        parts.append(text_at(x, 12, number(value) + unit, cls="tick", text_anchor="middle"))
    for index, row in enumerate(rows):
        parts += bar(row, left, top + index * row_height, scale, steps[-1])
    if mark is not None:
        parts.append(line(left + mark * scale, top - 2, left + mark * scale, height - 4, "one"))
    return picture(width, height, parts, label)


def total(row):
    return sum(length for _, length, _ in row.parts)


def bar(row, left, y, scale, most):
    parts = [text_at(left - 6, y + 14, row.title, cls="label", text_anchor="end")]
    x = left
    for style, length, tooltip in row.parts:
        length = min(length, most - (x - left) / scale)
        told = tag("title", escape(tooltip))
        parts.append(
            tag("rect", told, x=x, y=y + 4, width=length * scale, height=12.0, cls=style)
        )
        x += length * scale
    if row.low is not None and row.high is not None:
        low, high = (left + min(value, most) * scale for value in (row.low, row.high))
        parts.append(line(low, y + 10, high, y + 10, "range"))
        x = max(x, high)
    if row.note:
        parts.append(text_at(x + 5, y + 14, row.note, cls="tick"))
    return parts


def dot_plot(rows, label, unit="×"):
    """Dots on a logarithmic axis, one row for each program."""
    longest = max((len(row.title) for row in rows), default=0)
    left = longest * CHARACTER_WIDTH + 12
    plot, row_height, top = 420.0, 18.0, 20.0
    values = [value for row in rows for _, value, _ in row.dots] + [1.0]
    lowest, highest = math.log2(min(values)), math.log2(max(values))
    first, last = math.floor(lowest), max(math.ceil(highest), math.floor(lowest) + 1)
    width = left + plot + 24
    height = top + row_height * len(rows) + 6

    def across(value):
        return left + (math.log2(value) - first) / (last - first) * plot

    parts = []
    for power in range(first, last + 1):
        x = across(2.0**power)
        shown = number(2.0**power) if power >= 0 else f"1/{2**-power}"
        parts.append(line(x, top - 2, x, height - 4, "one" if power == 0 else "grid"))
        parts.append(text_at(x, 12, shown + unit, cls="tick", text_anchor="middle"))
    for index, row in enumerate(rows):
        y = top + (index + 0.5) * row_height
        parts.append(text_at(left - 6, y + 4, row.title, cls="label", text_anchor="end"))
        parts.append(line(left, y, left + plot, y, "grid"))
        for style, value, tooltip in row.dots:
            told = tag("title", escape(f"{row.title}, {tooltip}: {value:.2f}{unit}"))
            parts.append(tag("circle", told, cx=across(value), cy=y, r=4.0, cls=style))
    return picture(width, height, parts, label)
