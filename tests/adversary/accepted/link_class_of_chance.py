"""An atomic sum has one output here and several there: its class is left to chance."""
BASE = 'linked'
TEXTS = {'link.1.scatter_add.atomic.n65536b1024.numerical_class_kept': 'left to chance'}
ABSENT = 'scatter_add.atomic.n65536b1024.numerical_class_kept'
STATUS = 0


def forge(record):
    del record
