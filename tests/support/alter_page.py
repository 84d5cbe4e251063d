#!/usr/bin/env python3
"""Alters a page: alter_page.py PAGE OUTPUT (--record | --page) FROM TO.

--record: a text of the record that it carries; the texts have one length, as the tar archive has
sizes. --page: a text of the page itself. The first one that is found is replaced.
"""
import base64
import gzip
import re
import sys


def replace(data, before, after):
    if data.count(before) == 0:
        sys.exit('alter_page.py: not found: %r' % before)
    return data.replace(before, after, 1)


def main():
    page, output, where, before, after = sys.argv[1:]
    with open(page, 'rb') as file:
        text = file.read()
    before, after = before.encode(), after.encode()
    if where == '--page':
        text = replace(text, before, after)
    else:
        assert len(before) == len(after)
        found = re.search(rb'id="record\.tar\.gz">([^<]*)<', text)
        tar = replace(gzip.decompress(base64.b64decode(found.group(1))), before, after)
        packed = base64.b64encode(gzip.compress(tar, mtime=0))
        text = text[:found.start(1)] + packed + text[found.end(1):]
    with open(output, 'wb') as file:
        file.write(text)


main()
