"""A continuation whose openings are those of a record that continues none."""
import toolkit
from continue_record import SteadyOutput, drawn_openings

TAG = ('opening', 'witness')
WORDS = 'opening 0'
BASE = 'linked'


def forge(record):
    item = toolkit.checker.Item(6, record.plan()['items'][6])
    output = SteadyOutput(item, 1, 1)
    witness = next(node for node in record.stages(6) if node['stage'] == 'witness')
    witness['openings'] = [output.opening(*place) for place in drawn_openings(
        item, output.digest, record.plan()['nonce'])]
