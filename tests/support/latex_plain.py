#!/usr/bin/env python3
"""Whether LaTeX of `show` and `publish` has no command of a record: plain LaTeX, and the calls of
witnessmark.sty.

    latex_plain.py FILE...      .tex: paragraphs and tabulars; .bib: entries

Prints each breach and exits 1 if there is one.
"""
import re
import sys

NAMES = ('textbackslash|textbraceleft|textbraceright|textasciitilde|textasciicircum|textless|'
         'allowbreak|textgreater|textbar|copyright|textregistered|texttrademark|ldots')
TOKEN = re.compile(
    r'(?P<set>\\(?:' + NAMES + r')\{\}|\\[#$%&_,]|\{\\char(?:34|96)\}|\{\'\}|[-,]\{\}|\{\}'
    r'|\\(?:raggedright|noindent|footnotesize|hangindent2em|par)(?![a-z])'
    r'|\\wmcell\{[a-z0-9_.]+\}|\\wmset[a-z]+\{[A-Za-z0-9._-]+\}'
    r'|\$(?:-|\\(?:mu|pm|times|cdot|rightarrow)|\^\{(?:\\circ|2|3)\})\$'
    r'|[A-Za-z0-9 !()*+,./:;=?@\n-]|\[|\])'
    r'|(?P<open>\\text(?:bf|tt)\{|\\wm(?:notes|fit)\{%\n|\{|\\(?:sub)?section\*\{)|(?P<close>\})'
    r'|(?P<table>\\begin\{tabular\}\{(?:@\{\})?[lr]+(?:@\{\})?\})|(?P<end>\\end\{tabular\})'
    r'|(?P<cell>&|\\\\|\\hline)')


def breach_of(text, is_bib):
    """The first thing that is not plain, or None."""
    depth, is_table, at = 0, False, 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            return 'not plain: %r' % text[at:at + 30]
        kind, at = match.lastgroup, match.end()
        depth += (kind == 'open') - (kind == 'close')
        if kind in ('table', 'end'):
            if is_bib or is_table == (kind == 'table'):
                return 'a tabular at the wrong place'
            is_table = kind == 'table'
        if depth < 0 or (kind == 'cell' and not is_table):
            return 'not balanced: %r' % text[max(0, at - 30):at]
    return None if depth == 0 and not is_table else 'a group is not closed'


def check_tex(text):
    lines = re.sub(r'\\begin\{verbatim\}\n[ -~\n]*?\\end\{verbatim\}\n', '', text).split('\n')
    yield breach_of('\n'.join(line for line in lines if not line.startswith('% ')), False)


def check_bib(text):
    lines = text.split('\n')
    while lines and lines[0].startswith('% '):
        yield 'a remark has @' if '@' in lines.pop(0) else None
    if not re.fullmatch(r'@misc\{witnessmark-[0-9a-f]{16}(-[a-z0-9_.]+)?,', lines[0]) or \
            lines[-2:] != ['}', '']:
        yield 'no entry'
        return
    for line in lines[1:-2]:
        field = re.fullmatch(r'  ([a-z]+) = \{(\{.*\}|[0-9]{4})\},?', line)
        if field is None:
            yield 'no field: %r' % line
        elif field.group(2)[0] == '{':
            yield breach_of(field.group(2)[1:-1], True)


def main():
    is_good = True
    for path in sys.argv[1:]:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        for breach in (check_bib if path.endswith('.bib') else check_tex)(text):
            if breach is not None:
                print('%s: %s' % (path, breach))
                is_good = False
    sys.exit(0 if is_good else 1)


main()
