"""A standard deviation with its last bit wrong."""
import math

TAG = 'reduction'
WORDS = 'standard_deviation_of'
BASE = 'small'


def forge(record):
    node = record.find(function='standard_deviation_of')
    mantissa, exponent = math.frexp(node['value'])
    node['value'] = math.ldexp(mantissa + 2.0 ** -53, exponent)
