#!/usr/bin/env python3
"""Writes a PDF of one page with links of a claim.

    make_pdf.py FILE CLAIM ROOT TEXT SHOWN...

Each SHOWN is a text with a link around it, all at one address. Without a CLAIM there is no link.
"""
import sys
from urllib.parse import quote

path, claim, root, text, *shown = sys.argv[1:]
link = '' if not claim else '/Annots [%s]' % ' '.join(
    '<< /Type /Annot /Subtype /Link /Rect [%d 690 %d 720] /A << /S /URI /URI '
    '(https://a.b/r.html#%s:~:root=%s&text=%s) >> >>' % (70 + 120 * i, 185 + 120 * i, claim, root,
                                                        quote(text)) for i in range(len(shown)))
stream = ' '.join('BT /F 12 Tf %d 700 Td (%s) Tj ET' % (72 + 120 * i, one)
                  for i, one in enumerate(shown))
objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
           '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << '
           '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> %s >>' % link,
           '<< /Length %d >>\nstream\n%s\nendstream' % (len(stream), stream)]
out, offsets = b'%PDF-1.4\n', []
for number, text in enumerate(objects, 1):
    offsets.append(len(out))
    out += ('%d 0 obj\n%s\nendobj\n' % (number, text)).encode()
table = ''.join('%010d 00000 n \n' % offset for offset in offsets)
out += ('xref\n0 5\n0000000000 65535 f \n%strailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n%d\n'
        '%%%%EOF\n' % (table, len(out))).encode()
with open(path, 'wb') as file:
    file.write(out)
