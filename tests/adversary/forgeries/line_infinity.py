"""A residual that is Infinity, which some parsers read as a number."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.repeats(0)[0]
    node['residual']['reference_max'] = 1
    node.spell(toolkit.replace(b'"reference_max":1,', b'"reference_max":Infinity,'))
