"""An attack that measured nothing."""
BASE = 'trials'
STATUS = 0
TEXTS = {
    'attention.bf16.b1h2s16d8.trial_probe_search_63.attack_cost': 'n/a',
}


def forge(record):
    attack = record.trials('probe_search')['attack']
    attack.update(dict.fromkeys(attack), reason='it was not measured')
    record.recompute()
