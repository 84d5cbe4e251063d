"""Trials of a profile."""
from toolkit import Node

TAG = 'trials'
WORDS = 'profile.l2.s4096'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'l2')
    last = record.all(kind='profile', item=item)[-1]
    trials = {'type': 'observation', 'kind': 'trials', 'item': item, 'status': 'failed',
              'reason': 'interrupted', 'plan': last['plan'], 'environment': last['environment']}
    record.place(Node(trials, 'added'), after=last)
