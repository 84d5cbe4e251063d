"""The wrong element is in another row than the row statistic."""
import toolkit

TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'forms_of_gemm'


def forge(record):
    witness = next(node for node in record.all(stage='witness') if 'element' in node)

    element = witness['element']
    element['row'] = (element['row'] + 1) % 4
    element['found'] = toolkit.opened(witness, element['row'], element['column'], 2)
