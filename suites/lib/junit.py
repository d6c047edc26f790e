"""Prints "PASS" or "FAIL", a tab, and the name of each test method in reports of JUnit's."""

import re
import sys
import xml.etree.ElementTree

outcomes = {}
for report in sys.argv[1:]:
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        name = f"{case.get('classname').rpartition('.')[2]}.{re.split(r'[({[]', case.get('name'))[0]}"
        good = all(case.find(kind) is None for kind in ("failure", "error", "skipped"))
        outcomes[name] = outcomes.get(name, True) and good
for name, good in sorted(outcomes.items()):
    print(f"{'PASS' if good else 'FAIL'}\t{name}")
