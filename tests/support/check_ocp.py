#!/usr/bin/env python3
"""Checks lines of the OCP Test & Validation output against its schema.

usage: check_ocp.py FOLDER LINES   FOLDER has json_spec/output of opencomputeproject/ocp-diag-core
"""
import json
import os
import sys

import jsonschema
import referencing


def main(folder, lines):
    schemas = {}
    for name in os.listdir(folder):
        if name.endswith('.json'):
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                schema = json.load(file)
            schemas[schema['$id']] = schema
    root = schemas['https://github.com/opencomputeproject/ocp-diag-core/output']
    registry = referencing.Registry().with_resources(
        (name, referencing.Resource.from_contents(one)) for name, one in schemas.items())
    validator = jsonschema.Draft202012Validator(root, registry=registry)
    with open(lines, encoding='utf-8') as file:
        numbers = []
        for line in file:
            artifact = json.loads(line)
            validator.validate(artifact)
            numbers.append(artifact['sequenceNumber'])
    assert numbers == list(range(len(numbers))) and numbers, numbers


if __name__ == '__main__':
    main(*sys.argv[1:])
