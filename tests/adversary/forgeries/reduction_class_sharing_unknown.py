"""A rate of a GPU keeps its class, and nothing would show another process."""
TAG = 'reduction'
WORDS = 'performance_class'
BASE = 'products'


def forge(record):
    for node in record.all(kind='environment'):
        node['backend'] = 'cuda'
    for item in range(len(record.plan()['items'])):
        for repeat in record.repeats(item)[1:]:
            if repeat['status'] == 'ok':
                repeat['covariates'].update(
                    idle_utilization={'reason': 'not seen'},
                    other_memory=dict(longest_gap_s=0.1, maximum=0, median=0, minimum=0, samples=9),
                    other_processes={'reason': 'not listed'})
