"""The inflation of an item without a floor."""
TAG = 'reduction'
WORDS = 'inflation'


def forge(record):
    item = record.item('hbm_triad', 'f32', 1)
    reduction = record.copy(record.find(type='reduction', function='rate_change', item=item),
                            function='inflation')
    record.place(reduction, before=record.all(type='claim')[0])
