"""A profile of an item of another workload."""
TAG = 'profile'
WORDS = 'hbm_triad.f32.n300000'


def forge(record):
    item = record.item('hbm_triad', 'f32')
    repeat = record.repeats(item)[0]
    record.place(record.copy(record.find(kind='profile', status='failed'), item=item, repeat=1,
                             environment=repeat['environment']), after=repeat)
