"""The manifest names the root from before the forgery."""
TAG = 'root'
WORDS = 'manifest.sha256:1'
BASE = 'small'


def forge(record):
    record.environment()['device'] = 'a better device'
    old = record.unforged_root.encode()
    record.edit_manifest = lambda data: b'# root ' + old + data[71:]
