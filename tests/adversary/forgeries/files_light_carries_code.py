"""A light record with code/, which its manifest names."""
import hashlib
import os

import toolkit

TAG = 'files'
WORDS = 'manifest.sha256', 'code/verify.c'
BASE = 'light'


def add(folder):
    os.mkdir(os.path.join(folder, 'code'))
    with open(os.path.join(folder, 'code', 'verify.c'), 'wb') as stream:
        stream.write(b'int x;\n')
    line = '%s  code/verify.c\n' % hashlib.sha256(b'int x;\n').hexdigest()

    def edit(manifest):
        head, _, rest = manifest.partition(b'\n')
        return head + b'\n' + line.encode() + rest
    toolkit.change_file(folder, 'manifest.sha256', edit)


def forge(record):
    record.edit_folder = add
