"""A differential that adds a number from elsewhere after its links."""
import toolkit

TAG = 'order'
WORDS = 'was reduced'
BASE = 'differential'


def forge(record):
    at = record.all(type='reduction')[-1]
    environment, plan = record.environment().key, record.plan().key
    at = record.place(record.copy(
        {'environment': environment, 'plan': plan, 'index': 0, 'kind': 'external',
         'series': 'late', 'type': 'observation', 'values': {'v': 1}}), after=at)
    reduction = record.place(record.copy(
        {'type': 'reduction', 'function': 'median_of', 'inputs': [at.key], 'field': 'v',
         'value': 1}), after=at)
    record.place(record.copy(
        {'type': 'claim', 'name': 'x.late', 'asserts': reduction.key, 'value': 1, 'unit': 's',
         'format': 'fixed2', 'text': toolkit.checker.claim_text(1, 'fixed2', 's')}),
        before=record.root())
