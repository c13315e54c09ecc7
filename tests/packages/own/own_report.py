"""A plugin of pytest that writes how each case ended: outcome, tab, name, tab, why; `END` at the end.

`cargo xtask packages --own-tests` compares these files. A suite that dies leaves one without an end.
"""

import os


class Report:
    def __init__(self, path):
        # A line at a time: what has ended is known whatever becomes of the process.
        self.file = open(path, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
        self.cases = {}

    def pytest_runtest_logreport(self, report):
        outcome, why = self.cases.get(report.nodeid, ("passed", ""))
        if report.outcome == "failed":
            outcome, why = "failed", self.reason(report)
        elif report.outcome == "skipped" and outcome == "passed":
            outcome = "skipped"
        self.cases[report.nodeid] = outcome, why
        if report.when == "teardown":
            self.write(outcome, report.nodeid, why)

    def pytest_collectreport(self, report):
        if report.failed:
            self.write("failed", report.nodeid, str(report.longrepr)[-300:])

    def pytest_sessionfinish(self, session, exitstatus):
        self.write("END", "", "")

    def reason(self, report):
        crash = getattr(report.longrepr, "reprcrash", None)
        return crash.message if crash else str(report.longrepr)[-300:]

    def write(self, outcome, name, why):
        print(outcome, ascii(name), ascii(why[:300]), sep="\t", file=self.file)


def pytest_configure(config):
    config.pluginmanager.register(Report(os.environ["OWN_REPORT"]))
