"""Without its priors, a record claims a recall of an item that is no profile."""
TAG = 'claim'
WORDS = 'evidence.jsonl:'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    model = record.find(type='reduction', function='rate_ratio')
    reduction = record.copy(model, function='distance', inputs=[record.plan().key], value=0.5)
    reduction.pop('reason', None)
    record.place(reduction, after=model)
    claim = record.find(type='claim', asserts=model.key)
    twin = record.copy(claim, name='link.1.gemm.fp16.n4.distance', asserts=reduction.key,
                       value=0.5, text='500.0 mFLOP/s', unit='FLOP/s')
    twin.pop('reason', None)
    record.place(twin, after=claim)
