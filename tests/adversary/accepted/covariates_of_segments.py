"""Two segments, and a repeat and a segment, with the same covariates: findings."""
WORDS = ('gemm.fp16.n4.soak_8min segments 0 and 1 have the same covariates',
         'gemm.fp16.n4.soak_8min segment 0 and gemm.fp16.n4.soak_8min repeat 2 have the same ')
BASE = 'faults'
STATUS = 0


def forge(record):
    item = next(number for number, one in enumerate(record.plan()['items'])
                if one.get('point') == 'soak')
    first, second = record.all(kind='stress', item=item)[:2]
    repeat = record.repeats(item)[-1]
    after = record.nodes[record.nodes.index(repeat) + 1]
    record.delay(after, int(first['seconds'] * 1e9))
    for node in (second, repeat):
        if node is repeat:
            node['seconds'] = first['seconds']
        node['covariates'], node['flags'] = first['covariates'], first['flags']
    record.recompute()
