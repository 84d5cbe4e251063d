"""A checker that accepts everything, with the manifest made to agree."""
TAG = 'files'
WORDS = 'code/verify.c'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.files['code/verify.c'] = b'int main(void) { return 0; }\n'
