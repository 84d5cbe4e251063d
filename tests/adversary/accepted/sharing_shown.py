"""One covariate that would show another process is enough for a class of a GPU's rate."""
BASE = 'products'
STATUS = 0


def forge(record):
    for node in record.all(kind='environment'):
        node['backend'] = 'cuda'
    shown = ('idle_utilization', 'other_memory', 'other_processes')
    for item in range(len(record.plan()['items'])):
        for number, repeat in enumerate(record.repeats(item)):
            if repeat['status'] == 'ok':
                repeat['covariates'][shown[number % 3]] = dict(
                    longest_gap_s=0.1, maximum=0, median=0, minimum=0, samples=2)
