"""The page: one file of HTML with the papers' pictures, which needs nothing else."""

from html import escape

from evaluation import svg
from evaluation.breakdown import CAUSES, PART_NAMES, abort_shares, breakdown
from evaluation.claims import claims
from evaluation.interpreters import PROCESSES
from evaluation.summary import geometric_mean, memory_ratios, parallel_threads, verdicts

TITLE = "Motet: the evaluation"
STYLE = """
:root { color-scheme: light dark;
  --paper: #fdfdfc; --ink: #1d2126; --faint: #6a727c; --rule: #dfe2e6; --panel: #f4f5f6;
  --gil: #7d858f; --stm: #1f6fd1; --stop: #d9822b; --peer1: #2c8f62; --peer2: #a5489b;
  --peer3: #b3392f; --peer4: #6a57c4; --good: #2c7a4b; --bad: #b3392f; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14171a; --ink: #e6e8ea; --faint: #98a1ab; --rule: #31373d; --panel: #1d2125;
  --gil: #8f98a3; --stm: #6aa9ff; --stop: #f0a35a; --peer1: #5cc492; --peer2: #d485cb;
  --peer3: #ef7d72; --peer4: #a597f0; --good: #6fcf97; --bad: #ef7d72; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem 1rem 4rem; max-width: 64rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.2rem; margin: 2.4rem 0 .4rem; }
p { max-width: 46rem; } .faint, figcaption { color: var(--faint); font-size: .9rem; }
figure { margin: .8rem 0; } svg { width: 100%; height: auto; display: block; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .7rem; }
.tile { background: var(--panel); border-radius: .5rem; padding: .7rem .9rem; }
.tile b { display: block; font-size: 1.5rem; }
.many { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .5rem; }
.key { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: .9rem; margin: .4rem 0; }
.key i { display: inline-block; width: .8em; height: .8em; border-radius: .2em;
  margin-right: .4em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--rule); }
th:first-child, td:first-child, .words td, .words th { text-align: left; }
tr.group td { font-weight: 600; padding-top: .8rem; } td.lost { color: var(--bad); }
.met { color: var(--good); } .missed { color: var(--bad); }
text { font: 11px system-ui, sans-serif; fill: var(--ink); } text.tick { fill: var(--faint); }
text.name { font-weight: 600; } .grid { stroke: var(--rule); } .one { stroke: var(--faint);
  stroke-dasharray: 3 3; } .range { stroke: var(--ink); stroke-width: 1.2; }
.path { fill: none !important; stroke-width: 2; }
"""
# Classes of the contenders, and of the parts of stacked bars.
COLOURS = {
    "gil": "gil",
    "stm": "stm",
    "stm-stop": "stop",
    "htm": "peer4",
    PROCESSES: "peer2",
    "python3": "peer1",
}
PEER_COLOURS = ("peer3", "peer4", "peer2")
PART_COLOURS = ("stm", "peer4", "peer3", "gil")
CAUSE_COLOURS = ("stm", "peer3", "peer4", "gil")


def colour_style():
    names = ("gil", "stm", "stop", "peer1", "peer2", "peer3", "peer4")
    return "".join(
        f".{name} {{ fill: var(--{name}); stroke: var(--{name}); }}\n"
        f"rect.{name} {{ stroke: none; }}\n.key i.{name} {{ background: var(--{name}); }}\n"
        for name in names
    )


def colours(table):
    """A class for each interpreter."""
    chosen = {}
    rest = list(PEER_COLOURS)
    for name in table.interpreters():
        chosen[name] = COLOURS.get(name) or (rest.pop(0) if rest else "gil")
    return chosen


def key(pairs):
    items = "".join(f'<span><i class="{style}"></i>{escape(name)}</span>' for style, name in pairs)
    return f'<div class="key">{items}</div>'


def section(title, text, content):
    return f"<h2>{escape(title)}</h2>\n<p>{text}</p>\n{content}\n"


def figure(content):
    return f'<figure class="wide">{content}</figure>'


def tiles(table, which):
    """The means that matter most, large."""
    programs = table.programs(which)
    most = parallel_threads(table)
    shown = [
        ("gil: times as fast as python3", table.mean(programs, ("python3", 1), ("gil", 1))),
        ("stm / gil with one thread", table.mean(programs, ("stm", 1), ("gil", 1))),
    ]
    if most:
        parallel = table.mean(programs, ("gil", 1), ("stm", most))
        shown.append((f"stm with {most} threads over gil with one", parallel))
    ratios = memory_ratios(table, programs)
    shown.append(("memory of stm over python3's", (geometric_mean(ratios.values()), len(ratios))))
    text = "".join(
        f'<div class="tile"><b>{mean:.2f}</b>{escape(title)}'
        f'<div class="faint">geometric mean of {count}</div></div>'
        for title, (mean, count) in shown
        if mean is not None
    )
    return f'<div class="tiles">{text}</div>'


def throughput(table, which, styles):
    """Small pictures: throughput over gil with one thread, by threads, for each of our modes."""
    counts = table.thread_counts()
    names = [name for name in table.interpreters() if table.is_ours[name]]
    figures = {}
    for program in table.programs(which):
        rows = []
        for name in names:
            points = []
            for threads in counts:
                ratio = table.ratio(program, ("gil", 1), (name, threads))
                if ratio is not None:
                    points.append((threads, ratio.middle))
            if len(points) > 1:
                rows.append(svg.Series(styles[name], name, tuple(points)))
        if rows:
            figures[program] = rows
    if not figures or len(counts) < 2:
        return ""
    every = [row for rows in figures.values() for row in rows]
    most = max([max(counts), *(figure for row in every for _, figure in row.points)])
    pictures = "".join(
        svg.small_lines(program[1], rows, counts, most) for program, rows in figures.items()
    )
    content = key((styles[name], name) for name in names) + f'<div class="many">{pictures}</div>'
    text = (
        "Throughput by the number of threads, over one thread under gil (the dashed line): the"
        " papers' main picture. A program's whole work is the same with every number of threads."
    )
    return section("Does it scale?", text, content)


def overhead(table, which):
    rows = []
    for program in table.programs(which):
        ratio = table.ratio(program, ("stm", 1), ("gil", 1))
        if ratio is not None:
            note = f"{ratio.middle:.2f}"
            told = f"{program[1]}: {note} [{ratio.low:.2f}–{ratio.high:.2f}]"
            part = ("stm", ratio.middle, told)
            rows.append(svg.Bar(program[1], (part,), note, ratio.low, ratio.high))
    if not rows:
        return ""
    text = (
        "Time under stm over time under gil, both with one thread; bars are medians of the rounds'"
        " ratios, thin lines their range. 1 would be for nothing."
    )
    picture = svg.bars(rows, "single-thread overhead", mark=1.0)
    return section("What transactions cost one thread", text, figure(picture))


def observed_rows(table, which, most):
    for program in table.programs(which):
        statistics = table.statistics(program, "stm", most)
        if statistics:
            yield program, statistics


def aborts(table, which, most):
    rows = []
    for program, statistics in observed_rows(table, which, most):
        shares = abort_shares(statistics)
        parts = tuple(
            (style, 100 * shares[cause], f"{program[1]}, {cause}: {100 * shares[cause]:.2f} %")
            for style, cause in zip(CAUSE_COLOURS, CAUSES)
            if shares[cause] > 0
        )
        count = sum(statistics["aborts"].values()) + statistics["commits"]
        note = f"{100 * sum(shares.values()):.1f} % of {count}"
        rows.append(svg.Bar(program[1], parts, note))
    if not rows:
        return ""
    text = (
        "Which part of all attempts of transactions was given up and made again, with"
        f" {most} threads under stm, by cause: another had written what this one read, both wrote"
        " the same, one that cannot be undone went first, or it had to wait for another thread. A"
        " high share of short"
        " attempts may cost little: see the next picture."
    )
    content = key(zip(CAUSE_COLOURS, CAUSES)) + figure(svg.bars(rows, "aborts by cause", unit=" %"))
    return section("Aborts", text, content)


def time_breakdown(table, which, most):
    rows = []
    for program, statistics in observed_rows(table, which, most):
        parts = []
        for style, name, share in zip(
            PART_COLOURS, PART_NAMES, breakdown(statistics).parts()
        ):
            if share > 0:
                parts.append((style, 100 * share, f"{program[1]}, {name}: {100 * share:.1f} %"))
        rows.append(svg.Bar(program[1], tuple(parts)))
    if not rows:
        return ""
    text = (
        f"How {most} threads under stm spent their time: in transactions that committed; in such"
        " that had become inevitable, for what they did could not be undone; in attempts that were"
        " given up; waiting for one another. Waits of the program's own (locks, joins) are left"
        " out."
    )
    content = key(zip(PART_COLOURS, PART_NAMES)) + figure(
        svg.bars(rows, "time breakdown", most=100.0, unit=" %")
    )
    return section("Where the time goes", text, content)


def against_peers(table, which, styles, most):
    names = [name for name in table.interpreters() if name not in ("stm-stop", PROCESSES)]
    rows = []
    for program in table.programs(which):
        dots = []
        for name in names:
            threads = most if name != "gil" and table.time(program, name, most) else 1
            ratio = table.ratio(program, ("python3", 1), (name, threads))
            if ratio is not None:
                dots.append((styles[name], ratio.middle, f"{name}, {threads} threads"))
        if dots:
            rows.append(svg.Dots(program[1], tuple(dots)))
    if not rows:
        return ""
    text = (
        "Times as fast as python3 with one thread (the dashed line); each with as many threads as"
        " were run, gil with one. To the right is faster; the axis doubles."
    )
    pairs = ((styles[name], f"{name} ({table.versions[name]})") for name in names)
    return section("Against peers", text, key(pairs) + figure(svg.dot_plot(rows, "against peers")))


def cell(ratio, is_more_better):
    if ratio is None:
        return "<td>–</td>"
    is_lost = ratio.middle < 0.95 if is_more_better else ratio.middle > 1.25
    bounds = f"{ratio.low:.2f}–{ratio.high:.2f} of {ratio.count}"
    lost = ' class="lost"' if is_lost else ""
    return f'<td{lost} title="{bounds}">{ratio.middle:.2f}</td>'


def full_table(table, which, most):
    """All programs: seconds, and what follows from them."""
    names = table.interpreters()
    contenders = [(name, threads) for name in names for threads in table.thread_counts()]
    contenders = [
        pair for pair in contenders if any(table.time(p, *pair) for p in table.programs(which))
    ]
    head = "".join(f"<th>{escape(name)}, {threads}</th>" for name, threads in contenders)
    ratios = [(("python3", 1), ("gil", 1), True), (("stm", 1), ("gil", 1), False)]
    titles = "<th>gil / python3 speed</th><th>stm / gil</th>"
    if most > 1:
        ratios.append((("gil", 1), ("stm", most), True))
        titles += f"<th>stm {most} / gil 1</th>"
        if PROCESSES in names:
            ratios.append((("gil", 1), (PROCESSES, most), True))
            titles += f"<th>{most} processes / one</th>"
    rows = []
    for group in table.groups_of(which):
        span = len(contenders) + len(ratios) + 1
        rows.append(f'<tr class="group"><td colspan="{span}">{escape(group)}</td></tr>')
        for program in table.programs(which, group):
            cells = ""
            for pair in contenders:
                time = table.time(program, *pair)
                bounds = f"{time.low:.3f}–{time.high:.3f}" if time else ""
                cells += f'<td title="{bounds}">{time.middle:.3f}</td>' if time else "<td>–</td>"
            cells += "".join(
                cell(table.ratio(program, above, below), better) for above, below, better in ratios
            )
            rows.append(f"<tr><td>{escape(program[1])}</td>{cells}</tr>")
    text = (
        "Seconds (medians of the rounds) by interpreter and threads; ratios are medians of each"
        " round's own. Red is where we lose. Ranges are in the tooltips. Processes with one thread"
        " each, at once, show what the machine gives at best (seconds: for the work of one)."
    )
    content = (
        f'<div class="wide"><table><tr><th>program</th>{head}{titles}</tr>'
        f"{''.join(rows)}</table></div>"
    )
    return section("All figures", text, content)


def claims_table(table):
    rows = "".join(
        f"<tr><td>{escape(row.paper)}</td><td>{escape(row.claim)}</td>"
        f"<td>{escape(row.theirs)}</td><td>{escape(row.ours)}</td></tr>"
        for row in claims(table)
    )
    head = "<tr><th>paper</th><th>claim</th><th>theirs</th><th>ours</th></tr>"
    content = f'<div class="wide"><table class="words">{head}{rows}</table></div>'
    text = "The papers' headline claims, each beside our own figure on this machine and its cores."
    return section("The papers' claims", text, content)


def about(table):
    """What the results are of."""
    lines = []
    for machine in table.machines:
        lines.append(f"{machine['cpu']}, {machine['cores']} cores, {machine['system']}")
    if table.commits:
        lines.append("Motet at " + ", ".join(table.commits))
    lines += [f"{name}: {table.versions[name]}" for name in table.interpreters()]
    return "<br>".join(map(escape, lines))


def failures(table):
    if not table.failures:
        return ""
    items = "".join(
        f"<li>{escape(line['program'])} on {escape(line['interpreter'])}, {line['threads']} threads"
        f" ({escape(line['kind'])}): {escape(line['message'])}</li>"
        for line in table.failures
    )
    return f'<h2>Without a result</h2>\n<ul class="missed">{items}</ul>\n'


def verdict_list(table):
    texts = verdicts(table)
    if not texts or "interpreter" not in table.sets():
        return ""
    items = ""
    for text in texts:
        style = "met" if text.startswith("met") else "missed"
        items += f'<li class="{style}">{escape(text.strip())}</li>'
    return f"<h2>What was asked of the interpreter</h2>\n<ul>{items}</ul>\n"


SET_TITLES = {
    "programs": "Programs",
    "interpreter": "The interpreter",
    "micro": "Single operations",
    "library": "Real libraries",
}


def page(table):
    """The whole page."""
    styles = colours(table)
    most = parallel_threads(table) or 1
    body = [f"<h1>{TITLE}</h1>", f'<p class="faint">{about(table)}</p>']
    for which in table.sets():
        if len(table.sets()) > 1:
            body.append(f"<h1>{SET_TITLES[which]}</h1>")
        body.append(tiles(table, which))
        if which != "micro":
            body.append(throughput(table, which, styles))
        body.append(overhead(table, which))
        if most > 1 and which != "micro":
            body += [aborts(table, which, most), time_breakdown(table, which, most)]
        body.append(against_peers(table, which, styles, most))
        body.append(full_table(table, which, most))
        if which == "programs":
            body.append(claims_table(table))
        if which == "interpreter":
            body.append(verdict_list(table))
    body.append(failures(table))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{TITLE}</title>\n<style>{STYLE}{colour_style()}</style>\n</head>\n<body>\n"
        + "\n".join(part for part in body if part)
        + "\n</body>\n</html>\n"
    )
