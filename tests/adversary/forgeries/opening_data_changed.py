"""An opened chunk that differs from the digested one."""
import base64

TAG = 'opening'
WORDS = 'opening 3'
BASE = 'small'


def forge(record):
    opening = record.find(stage='witness', item=0)['openings'][3]
    data = bytearray(base64.b64decode(opening['data']))
    data[0] ^= 1
    opening['data'] = base64.b64encode(bytes(data)).decode()
