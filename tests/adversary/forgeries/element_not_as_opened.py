"""The wrong element is another one in its opened chunk."""
TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'forms_of_gemm'


def forge(record):
    witness = next(node for node in record.all(stage='witness') if 'element' in node)

    found = int(witness['element']['found'], 16)
    witness['element']['found'] = '%04x' % (found ^ 0x0100)
