"""A repeat of an item that is a profile."""
TAG = 'workload'
WORDS = 'profile.l2.s4096'


def forge(record):
    item = record.item('profile', 'l2')
    entry, first = record.plan()['items'][item], record.find(kind='profile', item=item)
    model = record.find(kind='workload', status='failed')
    record.place(record.copy(model, item=item, repeat=0, environment=first['environment'],
                             **{name: entry[name] for name in ('workload', 'variant', 'shape')}),
                 before=first)
