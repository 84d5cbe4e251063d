"""The wrong element is in a column of another probe."""
import toolkit

TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'forms_of_gemm'


def forge(record):
    witness = next(node for node in record.all(stage='witness') if 'element' in node)

    element = witness['element']
    element['column'] = (element['column'] + 1) % 4
    element['found'] = toolkit.opened(witness, element['row'], element['column'], 2)
