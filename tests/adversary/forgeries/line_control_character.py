"""An unescaped tab in a string."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment().spell(toolkit.replace(b'first', b'f\trst'))
