"""A prior with another first line than the root knows."""
import hashlib
import re

import toolkit

TAG = ('line', 'files')
WORDS = ('prior/1.jsonl',)
BASE = 'continued'


def forge(record):
    def change(folder):
        toolkit.change_file(folder, 'prior/1.jsonl', lambda data: b'x' + data)
        digest = hashlib.sha256(b'x' + record.priors[0]).hexdigest().encode()
        toolkit.change_file(folder, 'manifest.sha256', lambda manifest: re.sub(
            rb'[0-9a-f]{64}  prior/1', digest + b'  prior/1', manifest))
    record.edit_folder = change
