"""A checker that accepts everything; the manifest agrees with it."""
TAG = 'files'
WORDS = 'code/verify.c'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.files['code/verify.c'] = b'int main(void) { return 0; }\n'
