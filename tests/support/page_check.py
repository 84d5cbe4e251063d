#!/usr/bin/env python3
"""Checks a page without a browser: page_check.py FILE [ID...].

Elements are closed in their order, ids are there once, links lead to ids, headings and tables are
those that a reader needs, and the policy has the hashes of style and script. The IDs must be there.
Prints what is wrong, a line each; exit 1 if something is.
"""
import base64
import hashlib
import html.parser
import sys
import urllib.parse

VOID = {'meta', 'br', 'hr', 'link', 'img', 'input'}
TEXTUAL = {'script', 'style'}
# An attribute that loads, runs or leads elsewhere has no place in a page.
FORBIDDEN = {'src', 'srcset', 'style', 'action', 'formaction', 'data', 'background', 'ping',
             'srcdoc', 'poster'}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.found, self.open, self.ids, self.links = [], [], [], []
        self.headings, self.policy, self.texts, self.tables = [], None, [], 0
        self.feed(text)
        self.close()

    def say(self, words):
        self.found.append('line %d: %s' % (self.getpos()[0], words))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if len(given) != len(attributes):
            self.say('<%s> has an attribute twice' % tag)
        for name in given:
            if name in FORBIDDEN or name.startswith('on'):
                self.say('<%s> has %s' % (tag, name))
        if 'id' in given:
            self.ids.append(given['id'])
        if 'href' in given or 'xlink:href' in given:
            self.links.append(given.get('href', given.get('xlink:href')))
        if tag == 'meta' and given.get('http-equiv') == 'Content-Security-Policy':
            self.policy = given['content']
        if tag == 'html' and 'lang' not in given:
            self.say('<html> has no lang')
        if len(tag) == 2 and tag[0] == 'h' and tag[1].isdigit():
            self.headings.append(int(tag[1]))
        if tag == 'th' and 'scope' not in given:
            self.say('<th> has no scope')
        if tag == 'table':
            self.tables += 1
        if tag == 'caption':
            self.tables -= 1
        if tag in TEXTUAL:
            self.texts.append([tag, given.get('type', ''), ''])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.say('</%s> closes %s' % (tag, self.open[-1] if self.open else 'nothing'))
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in TEXTUAL:
            self.texts[-1][2] += data


def check_headings(page):
    last = 0
    if page.headings.count(1) != 1 or page.headings[0] != 1:
        page.found.append('there is not one <h1>, before all other headings')
    for level in page.headings:
        if level > last + 1:
            page.found.append('<h%d> comes behind <h%d>' % (level, last))
        last = level


def check_policy(page):
    if page.policy is None or "default-src 'none'" not in page.policy:
        page.found.append("no policy with default-src 'none'")
        return
    for tag, kind, text in page.texts:
        if tag == 'script' and kind not in ('', 'module'):
            continue
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        if "'sha256-%s'" % digest not in page.policy:
            page.found.append('the policy lacks the hash of <%s>' % tag)
    for word in ('unsafe-inline', "'unsafe-eval'", 'http', '*', 'connect-src'):
        if word in page.policy:
            page.found.append('the policy has %s' % word)


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        page = Page(file.read())
    if page.open:
        page.found.append('not closed: %s' % ' '.join(page.open))
    if page.tables != 0:
        page.found.append('a table has no caption')
    for name in sorted({name for name in page.ids if page.ids.count(name) > 1}
                       if len(page.ids) < 1000 else set()):
        page.found.append('id %s is there twice' % name)
    if len(set(page.ids)) != len(page.ids):
        page.found.append('an id is there twice')
    known = set(page.ids)
    for link in page.links:
        if not link.startswith('#') or urllib.parse.unquote(link[1:]) not in known:
            page.found.append('the link %s leads nowhere' % link)
    for name in sys.argv[2:]:
        if name not in known:
            page.found.append('no id %s' % name)
    check_headings(page)
    check_policy(page)
    for words in page.found[:40]:
        print(words)
    return 1 if page.found else 0


if __name__ == '__main__':
    sys.exit(main())
