"""The wrong element is in a column that the output does not have."""
TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'forms_of_gemm'


def forge(record):
    witness = next(node for node in record.all(stage='witness') if 'element' in node)

    witness['element']['column'] += 24 * 22
