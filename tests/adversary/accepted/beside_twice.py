"""An x. claim names each reduction twice in `beside`, and that of its `asserts` too."""
BASE = 'small'
STATUS = 0


def forge(record):
    claim = record.all(type='claim')[-1]
    claim['beside'] = claim.get('beside', []) * 2 + [claim['asserts']]
