#!/usr/bin/env python3
"""Finds sentences of the format pages that have more than 40 words.

    sentences.py FILE...

Tables and indented code do not count. A span of code is one word. Prints FILE: COUNT words: the
sentence for each one, and exits 1 if there is one.
"""
import re
import sys

WORDS_MAX = 40
ITEM = re.compile(r'\s*(-|\d+\.) ')
BREAK = re.compile(r'#|\||<!--|    \S|\s*$')
END = re.compile(r'(?<=[.!?])[*)]*\s+')


def blocks(text):
    """The paragraphs and list items of a page, each on one line."""
    words, in_list = [], False
    for line in text.split('\n') + ['']:
        item = ITEM.match(line)
        if item or not line.strip() or BREAK.match(line) and not in_list:
            yield ' '.join(words)
            words, in_list = [], bool(item)
            line = line[item.end():] if item else ''
        words.append(line.strip())


def long_sentences(text):
    for block in blocks(text):
        for sentence in END.split(block):
            count = len(re.sub('`[^`]*`', 'code', sentence).split())
            if count > WORDS_MAX:
                yield count, sentence


def main(paths):
    found = 0
    for path in paths:
        with open(path, encoding='utf-8') as stream:
            for count, sentence in long_sentences(stream.read()):
                print('%s: %d words: %s' % (path, count, sentence))
                found += 1
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
