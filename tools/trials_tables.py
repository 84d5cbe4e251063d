"""The tables of SOUNDNESS.md that come from the laboratory's records.

Each function gives the Markdown of one table. A figure is a claim of a record under
records/laboratory/, rounded for the page; its interval is a claim too.
"""
import json
import os

import results_records

FORMATS = ['fp16', 'bf16', 'fp8', 'tf32', 'f32', 'f64', 'int8']
_read = {}


def claims(record):
    """The claims of a record: its values by their names; None: no value."""
    if record not in _read:
        values = {}
        with open(os.path.join(results_records.folder(record), 'evidence.jsonl'), 'rb') as lines:
            for line in lines:
                if b'"type":"claim"' in line:
                    node = json.loads(line)
                    values[node['name']] = node['value']
        _read[record] = values
    return _read[record]


def with_exact(record):
    """The formats, and those of exact items that a record has, each behind its normal one."""
    tried = {name.split('.')[1] for name in claims(record) if name.startswith('gemm.')}
    return [one for name in FORMATS for one in (name, name + '_exact')
            if one == name or one in tried]


def percent(value):
    return '%.3g' % (100 * value)


def cell(record, item, ours='any', theirs='paper_8'):
    """Ours, and in brackets the paper's check, in percent; empty if it was not tried."""
    values = claims(record)
    first, second = (values.get('%s.seen_%s' % (item, check)) for check in (ours, theirs))
    if first is None:
        return ''
    return percent(first) + ('' if second is None else ' (%s)' % percent(second))


def table(head, rows):
    lines = ['| ' + ' | '.join(head) + ' |', '|---|' + '---:|' * (len(head) - 1)]
    lines += ['| ' + ' | '.join(row) + ' |' for row in rows]
    return '\n'.join(lines) + '\n'


# How each fault is called on the page.
FAULTS = [('bit_%d' % bit, 'bit %d flipped' % bit) for bit in range(64)] + [
    ('bits_2', 'two bits flipped'), ('bits_4', 'four bits flipped'),
    ('warp_4', 'bit 4 of 32 elements'), ('warp_8', 'bit 8 of 32 elements'),
    ('warp_12', 'bit 12 of 32 elements'), ('nan', 'NaN'), ('infinity', 'infinity'),
    ('zero', 'one element set to 0'), ('other', 'another element in its place'),
    ('row_16', '16 elements of a row'), ('row_64', '64 elements of a row'),
    ('column_16', '16 elements of a column'), ('column_64', '64 elements of a column'),
    ('tile_4', 'a tile of 4 x 4'), ('tile_16', 'a tile of 16 x 16'),
    ('terms_16', '32 elements without 16 terms'), ('block_1', 'all without 1 term'),
    ('block_16', 'all without 16 terms'), ('steps_100', '0.01 % one step off'),
    ('steps_1000', '0.1 % one step off'), ('steps_10000', '1 % one step off'),
    ('steps_100000', '10 % one step off'), ('parts_2', 'sums rounded in 2 parts'),
    ('parts_8', 'sums rounded in 8 parts'), ('order', 'another order of sums: no fault'),
    ('none', 'none: false alarms')]


def trials_faults():
    """Every fault of a product of n = 512. Neighbours with equal cells are one line."""
    rows, bits, formats = [], [], with_exact('cpu-curves')
    for fault, words in FAULTS:
        cells = [cell('cpu-curves', 'gemm.%s.n512.trial_%s' % (name, fault)) for name in formats]
        if not any(cells):
            continue
        bit = fault[len('bit_'):] if fault.startswith('bit_') else None
        if rows and rows[-1][1:] == cells and bool(bit) == bool(bits[-1]):
            bits.append(bit)
            rows[-1][0] = ('bit %s flipped' % ', '.join(bits) if bit else
                           '%s; %s' % (rows[-1][0], words))
        else:
            rows.append([words] + cells)
            bits = [bit]
    return table(['fault'] + formats, rows)


def trials_sizes():
    """A few faults by size: a CPU and H200s."""
    places = [('cpu-sizes', 'CPU', n) for n in (256, 1024, 4096)]
    places += [('h200-sizes', 'H200', n) for n in (256, 1024, 4096)]
    places += [('h200-largest', 'H200', 16384)]
    rows = []
    for name in FORMATS[:3] + ['fp8_fast'] + FORMATS[3:]:  # which the largest alone have
        for fault, words in FAULTS:
            cells = [cell(record, 'gemm.%s.n%d.trial_%s' % (name, n, fault))
                     for record, _, n in places]
            if any(cells) and fault != 'none':
                rows.append([[name], words] + cells)
    lines = []  # formats with equal cells are one
    for row in rows:
        same = [line for line in lines if line[1:] == row[1:]]
        if same:
            same[0][0] += row[0]
        else:
            lines.append(row)
    rows = [['%s: %s' % (', '.join(line[0]), line[1])] + line[2:] for line in lines]
    return table(['fault'] + ['%s, n = %d' % (kind, n) for _, kind, n in places], rows)


def trials_probes():
    """The paper's check by the number of its probes."""
    rows = []
    for name, fault in (('fp16', 'bit_5'), ('fp16', 'bit_7'), ('fp16', 'other'), ('f32', 'bit_12'),
                        ('f32', 'bit_14'), ('f32', 'other')):
        item = 'gemm.%s.n512.trial_%s' % (name, fault)
        cells = ['%s (%s to %s)' % tuple(percent(claims('cpu-curves')[
            '%s.seen_paper_%d%s' % (item, probes, end)]) for end in ('', '_low', '_high'))
            for probes in (1, 2, 4, 8)]
        rows.append(['%s: %s' % (name, dict(FAULTS)[fault])] + cells)
    rows.append(['1 - 2^-k'] + [percent(1 - 2.0 ** -probes) for probes in (1, 2, 4, 8)])
    return table(['fault', 'k = 1', 'k = 2', 'k = 4', 'k = 8'], rows)


RATES = ('overwritten', 'best_of', 'neighbour', 'clock')


def attacked(values, is_rate):
    """The items with an attack on a rate, or with another."""
    items = sorted({name[:name.rindex('.')] for name in values if '.trial_' in name})
    return [item for item in items
            if item.split('.trial_')[1].startswith(RATES) == is_rate]


def trials_rates():
    """The attacks on rates: a CPU and an H200. A line has one attack in all formats."""
    rows, formats = {}, [name for name in FORMATS if name != 'int8']
    for record, kind in (('cpu-attacks', 'CPU'), ('h200-attacks', 'H200')):
        values = claims(record)
        for item in attacked(values, True):
            error, cost = (values.get('%s.attack_%s' % (item, key)) for key in ('error', 'cost'))
            flags = values.get('%s.seen_flags' % item)
            row = rows.setdefault((item.split('.trial_')[1].replace('_', ' '), kind),
                                  {'cost': 0, 'seen': 0})
            row['cost'] = max(row['cost'], cost or 0)
            row['seen'] = max([row['seen']] + [values.get('%s.seen_%s' % (item, check)) or 0
                                               for check in ('paper_8', 'any', 'digest')])
            row[item.split('.')[1]] = '%s (%s)' % tuple(
                '' if number is None else percent(number) for number in (error, flags))
    if not rows:
        return 'The shipped records were made before, and have none.\n'
    return table(['attack', 'device'] + formats + ['cost, at most', 'rejected by a check, %'],
                 [[attack, kind] + [row.get(name, '') for name in formats] +
                  ['%.3g' % row['cost'], percent(row['seen'])]
                  for (attack, kind), row in sorted(rows.items())])


def trials_attacks():
    """Every attack on an output of n = 512."""
    values, rows = claims('cpu-attacks'), []
    for item in attacked(values, False):
        _, variant, _, trial = item.split('.')
        number = {key: values.get('%s.attack_%s' % (item, key))
                  for key in ('error', 'cost', 'committed', 'derived')}
        written = ['' if number[key] is None else form % number[key]
                   for key, form in (('cost', '%.3g'), ('committed', '%.3g'), ('derived', '%.3g'))]
        error = '' if number['error'] is None else percent(number['error'])
        seen = [values.get('%s.seen_%s' % (item, check))
                for check in ('paper_8', 'any', 'rows', 'rounding', 'openings', 'digest')]
        rows.append([variant, trial[len('trial_'):].replace('_', ' '), error] + written +
                    ['' if share is None else percent(share) for share in seen])
    rows.sort(key=lambda row: (row[1], row[0].endswith('_exact'),
                               FORMATS.index(row[0].replace('_exact', ''))))
    lines = []
    for row in rows:  # formats whose checks said the same are one line
        if lines and lines[-1][1] == row[1] and lines[-1][6:] == row[6:]:
            for i in (0, 2, 3, 4, 5):
                lines[-1][i] = ', '.join(part for part in (lines[-1][i], row[i]) if part)
        else:
            lines.append(row)
    for line in lines:
        for i in (2, 3, 4, 5):
            line[i] = line[i] if len(set(line[i].split(', '))) > 1 else line[i].split(', ')[0]
    head = ['attack', 'formats', 'error, %', 'cost', 'known probes', 'derived probes',
            "paper's check, %", 'any of ours, %', 'rows, %', 'G, %', 'openings, %', 'digest, %']
    return table(head, [[line[1], line[0]] + line[2:] for line in lines])


def trials_workloads():
    """The other workloads."""
    values = claims('cpu-curves')
    items = []
    for name in values:
        item = name.split('.trial_')[0]
        if '.trial_' in name and not item.startswith('gemm.') and item not in items:
            items.append(item)
    faults = ('bit_3', 'bit_7', 'bit_11', 'bit_15', 'bits_4', 'nan', 'zero', 'other', 'row_16',
              'row_64', 'none')
    rows = [[item] + [cell('cpu-curves', '%s.trial_%s' % (item, fault)) for fault in faults]
            for item in items]
    return table(['item'] + [dict(FAULTS)[fault] for fault in faults], rows)


def trials_softmax():
    """A row of attention with a wrong normaliser."""
    sizes = (200, 400, 600, 800, 1000)
    rows = [[shape] + [cell('cpu-curves', 'attention.bf16.%s.trial_softmax_%d' % (shape, size))
                       for size in sizes] for shape in ('b1h2s256d64', 'b1h8s256d64')]
    return table(['shape'] + ['%d %% too large' % (size // 100) for size in sizes], rows)


def trials_alarms():
    """Correct outputs that a check rejected: products, and outputs of other workloads."""
    rows, products = [], 0
    for record, kind in (('cpu-alarms', 'CPU'), ('h200-alarms', 'H200')):
        values = claims(record)
        items = [name[:-len('.trials')] for name in values if name.endswith('.trials')]
        for check in ('paper_8', 'largest', 'rows', 'rounding', 'openings', 'any'):
            tried, seen = [0, 0], 0
            for item in items:
                share = values.get('%s.seen_%s' % (item, check))
                if share is not None:
                    tried[not item.startswith('gemm.')] += values[item + '.trials']
                    seen += share * values[item + '.trials']
            rows.append([kind, check.replace('_', ', probes: '), '%d' % tried[0], '%d' % tried[1],
                         '%d' % round(seen)])
            products += tried[0] if check == 'any' else 0
    assert products >= 10000
    return table(['device', 'check', 'products', 'other outputs', 'rejected'], rows)


TABLES = {name: function for name, function in globals().items() if name.startswith('trials_')}
