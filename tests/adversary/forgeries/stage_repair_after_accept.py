"""A repair of an accepted output."""
TAG = 'stage'
WORDS = 'hbm_triad.f32.n1024'
BASE = 'small'


def forge(record):
    acquire, witness, decide = record.stages(1)
    repair = record.copy(acquire, index=3, stage='repair', method='none', previous=decide.key)
    del repair['product']
    again = record.copy(witness, index=4, previous=repair.key)
    last = record.copy(decide, index=5, previous=again.key)
    for node, before in ((repair, decide), (again, repair), (last, again)):
        record.place(node, after=before)
    record.recompute()
