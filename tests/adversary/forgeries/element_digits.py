"""The right value has the digits of a larger format."""
TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'forms_of_gemm'


def forge(record):
    witness = next(node for node in record.all(stage='witness') if 'element' in node)

    witness['element']['expected'] += '0000'
