"""A Python checker that accepts everything, with the manifest made to agree."""
TAG = 'files'
WORDS = 'code/verify_graph.py'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.files['code/verify_graph.py'] = b'print("valid")\n'
