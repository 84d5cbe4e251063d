"""An opened chunk without its last byte."""
import base64

TAG = 'opening'
WORDS = 'opening 3'
BASE = 'small'


def forge(record):
    opening = record.find(stage='witness', item=0)['openings'][3]
    opening['data'] = base64.b64encode(base64.b64decode(opening['data'])[:-1]).decode()
