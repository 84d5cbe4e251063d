"""A prior of a newer format."""
import toolkit

TAG = 'newer'
STATUS = 3
WORDS = ('prior/1.jsonl:', 'the prior is of format witnessmark/1.3, newer than witnessmark/1.2;',
         ': python3 PRIOR/code/verify_graph.py RECORD/prior/1.jsonl')
BASE = 'linked'


def forge(record):
    record.priors[0] = record.priors[0].replace(b'"witnessmark/1.2"', b'"witnessmark/1.3"')
    record.plan()['continues'] = [toolkit.make_record.root_of(record.priors[0])]
    record.root()['continues'] = record.plan()['continues']
