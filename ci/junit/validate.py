"""Holds files of JUnit's XML against junit.xsd, and their counts against what they hold."""

import sys
from pathlib import Path

from lxml import etree

schema = etree.XMLSchema(etree.parse(Path(__file__).with_name("junit.xsd")))
failed = 0


def complaints(tree):
    """What is wrong with a file."""
    if not schema.validate(tree):
        return [f"line {entry.line}: {entry.message}" for entry in schema.error_log]
    found = []
    for group in tree.iter("testsuites", "testsuite"):
        for attribute, element in [
            ("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
        ]:
            there = sum(1 for _ in group.iter(element))
            if int(group.get(attribute)) != there:
                found.append(f"{group.get('name')}: {attribute} is {group.get(attribute)}, there are {there}")
    return found


for path in sys.argv[1:]:
    try:
        tree = etree.parse(path)
    except (OSError, etree.XMLSyntaxError) as error:
        print(f"{path}: {error}")
        failed += 1
        continue
    wrong = complaints(tree)
    failed += bool(wrong)
    for line in wrong:
        print(f"{path}: {line}")
    if not wrong:
        print(f"{path}: valid, {sum(1 for _ in tree.iter('testcase'))} tests")
sys.exit(1 if failed else 0)
