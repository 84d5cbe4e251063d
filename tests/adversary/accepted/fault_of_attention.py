"""The fault `precision` of an attention, which the audit accepts though no producer makes it."""
STATUS = 0
BASE = 'sums'


def forge(record):
    item = record.item('attention', 'bf16')
    before = record.label(item)
    claims = [claim for claim in record.all(type='claim') if claim['name'].startswith(before)]
    record.plan()['items'][item]['fault'].update(kind='precision', row=0, column=0)
    for stage in record.stages(item):
        if stage['stage'] == 'inject':
            stage.update(fault='precision', row=0, column=0)
    for claim in claims:
        claim['name'] = claim['name'].replace(before, record.label(item))
