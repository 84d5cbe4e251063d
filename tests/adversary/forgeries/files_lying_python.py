"""A Python checker that accepts everything; the manifest agrees with it."""
TAG = 'files'
WORDS = 'code/verify_graph.py'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.files['code/verify_graph.py'] = b'print("valid")\n'
