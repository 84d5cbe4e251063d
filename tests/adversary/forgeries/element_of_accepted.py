"""A witness names a wrong element of an output that passes."""
import toolkit

TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    witness = record.find(stage='witness', item=0)
    row, column = witness['residual']['row'], witness['residual']['probe']
    witness['element'] = {'row': row, 'column': column, 'expected': '0000',
                          'found': toolkit.opened(witness, row, column, 2)}
