"""A repeat of a profile has one unit more, and the mean that it had."""
TAG = 'profile'
WORDS = 'profile.l2.s4096'
BASE = 'profiles'


def forge(record):
    node = record.all(kind='profile', item=record.item('profile', 'l2'))[1]
    node['latencies'].append(sum(node['latencies']) / len(node['latencies']))
    record.recompute()
