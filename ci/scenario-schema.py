"""scenario-schema.py SCHEMA FILE...: see ci/scenario-schema."""
import json
import sys

import jsonschema
import yaml

BROKEN = [
    "lnk: { profile: edge }",
    "asset: 3",
    "link: { via: tunnel }",
    "link: edge",
    "download: { parallel: 17 }",
    "download: { quality: 500 }",
    "download: { quality: bst }",
    "playback: { mode: ony }",
    "playback: { start: 10 }",
    "faults: { status: 503 }",
    "faults: [{ segment: 3 }]",
    "faults: [{ status: 503, delay: 2 s }]",
    "faults: [{ status: 100 }]",
    "faults: [{ delay: 2 }]",
    "faults: [{ delay: 2 s, after: 3 B }]",
    "faults: [{ stall: 2 s }]",
    "faults: [{ status: 503, length: 3 B }]",
    "faults: [{ status: 503, clockAhead: 3 s }]",
    "faults: [{ status: 503, between: 3 s to 4 s }]",
    "faults: [{ empty: false }]",
    "faults: [{ variant: a, stream: b, status: 503 }]",
    "faults: [{ variant: a, rendition: b, status: 503 }]",
    "tags: { a: b }",
    "faults: [{ kind: segmnt, status: 503 }]",
    "faults: [{ attempts: 3, status: 503 }]",
    "faults: [{ reset: tail }]",
    "interruptions: [{ at: 3 s }]",
    "interruptions: [{ at: 3 s, kill: true }]",
    "interruptions: [{ kill: true, for: 3 s }]",
    "interruptions: [{ at: 3 s, after: 3 segments, token: expires }]",
    "interruptions: [{ at: 3 s, kill: true, suspend: true, for: 3 s }]",
    "interruptions: [{ at: 3 s, profile: lte, for: 3 s }]",
    "interruptions: [{ after: 3 seconds, token: expires }]",
    "interruptions: [{ at: 3 s, clock: 1 h }]",
    "ends: incomplete",
    "ends: { eror: words }",
    "ends: {}",
    "expectations: { tme: under 3 s }",
    "expectations: { time: under 3 }",
    "expectations: { time: under 3 kB }",
    "expectations: { time: below 3 s }",
    "expectations: { time: under 3 % }",
    "expectations: { stalls: at most 2 s }",
    "expectations: { waste: between 1 B }",
    "expectations: { quality: best }",
    "expectations: { p100(time): under 3 s }",
    "expectations: { p05(time): under 3 s }",
    "needs: network",
    "seed: -1",
]


def main(schema_path, *paths):
    with open(schema_path) as file:
        schema = json.load(file)
    kind = jsonschema.Draft202012Validator
    kind.check_schema(schema)
    validator = kind(schema)
    wrong = 0
    for path in paths:
        with open(path) as file:
            document = yaml.safe_load(file)
        for error in validator.iter_errors(document):
            wrong += 1
            print(f"{path}: {error.json_path}: {error.message}", file=sys.stderr)
    for text in BROKEN:
        if validator.is_valid(yaml.safe_load(text)):
            wrong += 1
            print(f"taken for a scenario: {text}", file=sys.stderr)
    print(f"{len(paths)} scenarios are valid and {len(BROKEN)} broken ones are not"
          if wrong == 0 else f"{wrong} are not as they should be")
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
