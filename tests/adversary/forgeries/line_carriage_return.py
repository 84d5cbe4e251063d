"""All lines end in CR LF."""
TAG = ('canonical', 'line')
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    for node in record.nodes:
        node.spell(lambda line: line.replace(b'\n', b'\r\n'))
