"""The same as text, for docs/EVALUATION.md: full tables, the papers' claims beside our figures."""

from evaluation.breakdown import abort_shares, breakdown
from evaluation.claims import claims
from evaluation.interpreters import PROCESSES
from evaluation.summary import memory_ratios, parallel_threads, verdicts

# Everything above this line of an existing file is kept: it is written by people.
MARK = "<!-- Below this line everything is written by bench/report. -->"

SET_TITLES = {
    "programs": "The programs",
    "interpreter": "The interpreter",
    "micro": "Single operations",
    "library": "Real libraries",
}


def row(cells):
    return "| " + " | ".join(cells) + " |"


def shown(spread, digits=2):
    return f"{spread.middle:.{digits}f}" if spread else "–"


def with_range(spread):
    if spread is None:
        return "–"
    if spread.count == 1:
        return f"{spread.middle:.2f}"
    return f"{spread.middle:.2f} [{spread.low:.2f}–{spread.high:.2f}]"


def mean_cell(table, programs, above, below):
    mean, count = table.mean(programs, above, below)
    return f"**{mean:.2f}** ({count})" if mean is not None else "–"


def ratio_columns(table, most):
    """Title, what over what."""
    found = [
        ("gil: times python3", ("python3", 1), ("gil", 1)),
        ("stm / gil, 1 thread", ("stm", 1), ("gil", 1)),
    ]
    if most > 1:
        found.append((f"stm {most} over gil 1", ("gil", 1), ("stm", most)))
        if PROCESSES in table.interpreters():
            found.append((f"{most} processes over one", ("gil", 1), (PROCESSES, most)))
        found.append((f"stm {most} over python3 {most}", ("python3", most), ("stm", most)))
        if "stm-stop" in table.interpreters():
            found.append((f"stm-stop {most} over gil 1", ("gil", 1), ("stm-stop", most)))
    return found


def ratios(table, which):
    """What matters of each program, grouped, with geometric means."""
    most = parallel_threads(table) or 1
    columns = ratio_columns(table, most)
    out = [row(["program", *(title for title, _, _ in columns), "MB, over python3's"])]
    out.append(row(["---", *["---:"] * (len(columns) + 1)]))
    for group in table.groups_of(which):
        programs = table.programs(which, group)
        memory = memory_ratios(table, programs)
        for program in programs:
            cells = [with_range(table.ratio(program, above, below)) for _, above, below in columns]
            megabytes = table.memory(program, "stm", 1)
            cell = f"{megabytes:.0f}" if megabytes else "–"
            cell += f", {memory[program]:.2f}" if program in memory else ""
            out.append(row([program[1], *cells, cell]))
        means = [mean_cell(table, programs, above, below) for _, above, below in columns]
        out.append(row([f"*{group}*", *means, ""]))
    programs = table.programs(which)
    means = [mean_cell(table, programs, above, below) for _, above, below in columns]
    out.append(row(["**all**", *means, ""]))
    return out


def seconds(table, which):
    """Medians in seconds of every contender."""
    contenders = [
        (name, threads)
        for name in table.interpreters()
        for threads in table.thread_counts()
        if any(table.time(program, name, threads) for program in table.programs(which))
    ]
    out = [row(["program", *(f"{name}, {threads}" for name, threads in contenders)])]
    out.append(row(["---", *["---:"] * len(contenders)]))
    for program in table.programs(which):
        cells = [shown(table.time(program, *pair), 3) for pair in contenders]
        out.append(row([program[1], *cells]))
    return out


def transactions(table, which):
    """Aborts by cause and where the time went, with the most threads under stm."""
    most = parallel_threads(table)
    if most is None:
        return []
    titles = ["program", "transactions", "aborted", "read-write", "write-write", "inevitable"]
    titles += ["time: committed", "inevitable", "aborted", "waiting"]
    out = [row(titles), row(["---", *["---:"] * (len(titles) - 1)])]
    for program in table.programs(which):
        statistics = table.statistics(program, "stm", most)
        if not statistics:
            continue
        shares = abort_shares(statistics)
        cells = [str(statistics["commits"]), percent(sum(shares.values()))]
        cells += [percent(shares[cause]) for cause in ("read-write", "write-write", "inevitable")]
        cells += [percent(part) for part in breakdown(statistics).parts()]
        out.append(row([program[1], *cells]))
    return out if len(out) > 2 else []


def percent(share):
    return f"{100 * share:.1f} %"


def sizes_text(table):
    """Which programs run at which size."""
    by_size = {}
    for program, size in table.sizes.items():
        by_size.setdefault(size, []).append(program[1])
    common = max(by_size, key=lambda size: len(by_size[size]))
    others = [f"{', '.join(names)} {size}" for size, names in by_size.items() if size != common]
    return "; ".join([common, *others])


def about(table, rounds):
    machines = [
        f"{machine['cpu']}, {machine['cores']} cores, {machine['system']}"
        for machine in table.machines
    ]
    versions = [f"{name} is {table.versions[name]}" for name in table.interpreters()]
    text = f"Machine: {'; '.join(machines)}. Sizes: {sizes_text(table)}; up to {rounds} "
    text += "interleaved rounds."
    if table.commits:
        text += f" Motet at {', '.join(table.commits)}."
    return text + " " + "; ".join(versions) + "."


def body(table):
    """Everything below the mark."""
    rounds = max((len(figures) for figures in table.seconds.values()), default=0)
    out = [about(table, rounds), ""]
    if "programs" in table.sets():
        out += ["## The papers' claims", "", row(["paper", "claim", "theirs", "ours"])]
        out.append(row(["---"] * 4))
        out += [row([one.paper, one.claim, one.theirs, one.ours]) for one in claims(table)]
        out.append("")
    for which in table.sets():
        out += [f"## {SET_TITLES[which]}", ""]
        out += [
            "Ratios of times, medians of the rounds' own ratios with their range; above 1 is faster"
            " but for `stm / gil`. Memory is the peak of stm with one thread. Bold: geometric"
            " means.",
            "",
        ]
        out += [*ratios(table, which), ""]
        if which == "interpreter":
            out += ["Issue 4's targets:", "", *(f"    {text}" for text in verdicts(table)), ""]
        observed = transactions(table, which) if which != "micro" else []
        if observed:
            out += ["What the transactions did (stm, the most threads):", "", *observed, ""]
        out += ["Seconds, medians:", "", *seconds(table, which), ""]
    if table.failures:
        out += ["## Without a result", ""]
        for line in table.failures:
            where = f"{line['program']} on {line['interpreter']}, {line['threads']} threads"
            out.append(f"- {where}: {line['message']}")
        out.append("")
    return "\n".join(out)


def written(old, table):
    """The new text of a file: what people wrote above the mark stays."""
    head = old.partition(MARK)[0] if MARK in old else "# Evaluation\n\n"
    return head + MARK + "\n\n" + body(table)
