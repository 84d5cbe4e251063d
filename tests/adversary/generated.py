"""Generates forgeries from docs/formats/tables/kinds.tsv, one for each way to break a field.

A name is generated.FORM.FIELD.WAY (or generated.FORM.WAY). The ways: missing, unknown, wrong_type,
out_of_range, null if it is not allowed, unknown_edge, other_edge, null_without_reason,
reason_empty, reason_without_null. Every form occurs in one of the records of BASES, which
make_record.py makes, or in `linked`, which continue_record.py makes.
"""
import csv
import functools
import os

import toolkit

TABLES = os.path.join(toolkit.REPOSITORY, 'docs', 'formats', 'tables')
BASES = ('forms', 'forms_of_gemm', 'trials')
# The forms of a record that continues another; continue_record.py makes it.
LINKED = ('plan', 'root', 'revisit', 'reduction.link', 'reduction.prior')
PREFIX = 'generated.'


def read(name):
    with open(os.path.join(TABLES, name + '.tsv'), encoding='utf-8', newline='') as stream:
        return list(csv.DictReader(stream, delimiter='\t', quoting=csv.QUOTE_NONE))


# ----------------------------------------------------------------------------------------------
# An object of each form in the records.

def repeat(record, **fields):
    return record.find(kind='workload', **fields)


def of_gemm(record, kind, **fields):
    """The first observation of the first gemm, which has openings and a planned fault."""
    return record.find(kind=kind, item=record.item('gemm', 'fp16'), **fields)


def item_reduction(record):
    return record.reduction(record.item('hbm_triad', 'f32'), 'rate')


def item_claim(record):
    """A claim that has a class and a tolerance, and is not null."""
    return record.claim(record.item('hbm_triad', 'f32'), 'verified')


def null_claim(record):
    return next(node for node in record.all(type='claim') if node['value'] is None)


def own_claim(record):
    return next(node for node in record.all(type='claim') if 'beside' in node)


def triad(record):
    return repeat(record, item=record.item('hbm_triad', 'f32'), repeat=0)


PLACES = {
    'producer': lambda record: record.environment()['producer'],
    'fact': lambda record: record.environment()['facts'][0],
    'witness': lambda record: record.environment()['witness'],
    'environment': lambda record: record.environment(),
    'fault': lambda record: record.plan()['items'][0]['fault'],
    'item': lambda record: record.plan()['items'][0],
    'plan': lambda record: record.plan(),
    'session': lambda record: record.find(kind='session'),
    'residual': lambda record: triad(record)['residual'],
    'residual.rows': lambda record: of_gemm(record, 'workload')['residual'],
    'covariate.absent': lambda record: triad(record)['covariates']['power'],
    'covariate.present': lambda record: triad(record)['covariates']['steal'],
    'workload': triad,
    'workload.failed': lambda record: repeat(record, status='failed'),
    'workload.ok': triad,
    'calibration': lambda record: of_gemm(record, 'calibration'),
    'calibration.failed': lambda record: record.find(kind='calibration', status='failed'),
    'calibration.ok': lambda record: of_gemm(record, 'calibration'),
    'stage': lambda record: of_gemm(record, 'stage', stage='inject'),
    'stage.acquire': lambda record: of_gemm(record, 'stage', stage='acquire'),
    'stage.inject': lambda record: of_gemm(record, 'stage', stage='inject'),
    'stage.witness': lambda record: record.find(stage='witness'),
    'stage.witness_calibrated': lambda record: of_gemm(record, 'stage', stage='witness'),
    'stage.decide': lambda record: of_gemm(record, 'stage', stage='decide'),
    'stage.repair': lambda record: of_gemm(record, 'stage', stage='repair'),
    'element': lambda record: of_gemm(record, 'stage', stage='witness')['element'],
    'opening': lambda record: of_gemm(record, 'stage', stage='witness')['openings'][3],
    'revisit': lambda record: record.find(kind='revisit'),
    'stress': lambda record: record.find(kind='stress', status='ok'),
    'stress.failed': lambda record: record.find(kind='stress', status='failed'),
    'stress.ok': lambda record: record.find(kind='stress', status='ok'),
    'profile': lambda record: record.find(kind='profile', status='ok'),
    'profile.failed': lambda record: record.find(kind='profile', status='failed'),
    'profile.ok': lambda record: record.find(kind='profile', status='ok'),
    'trial': lambda record: record.plan()['items'][record.trial('bit')]['trial'],
    'trials': lambda record: record.trials('bit'),
    'trials.failed': lambda record: record.find(kind='trials', status='failed'),
    'trials.ok': lambda record: record.trials('bit'),
    'seen': lambda record: record.trials('bit')['seen'][0],
    'attack': lambda record: record.trials('probe_search')['attack'],
    'pair': lambda record: record.trials('disagree')['pair'],
    'external': lambda record: record.find(kind='external'),
    'reduction': item_reduction,
    'reduction.item': item_reduction,
    'reduction.record': lambda record: record.find(function='wall_time'),
    'reduction.change': lambda record: record.find(function='rate_change'),
    'reduction.link': lambda record: record.find(function='methods'),
    'reduction.prior': lambda record: record.find(function='rates_lost'),
    'reduction.series': lambda record: record.find(function='mean_of'),
    'claim': item_claim,
    'claim.item': item_claim,
    'claim.own': own_claim,
    'file': lambda record: record.root()['files'][0],
    'root': lambda record: record.root(),
}
OF_TRIALS = ('trial', 'trials', 'trials.failed', 'trials.ok', 'seen', 'attack',
             'pair')
OF_GEMM = ('fault', 'item', 'element', 'residual.rows', 'calibration', 'stage', 'opening')
# Objects of the forms that already have a null.
NULLS = {
    'fact': lambda record: next(fact for fact in record.environment()['facts']
                                if fact['value'] is None),
    'residual': lambda record: repeat(record, item=record.item('hbm_triad', 'f32'),
                                      repeat=1)['residual'],
    'workload.ok': lambda record: next(node for node in record.all(kind='workload')
                                       if node.get('peak_resident_bytes', 0) is None),
    'calibration.ok': lambda record: next(node for node in record.all(kind='calibration')
                                          if 'reason' in node and node['status'] == 'ok'),
    'attack': lambda record: record.trials('null_space')['attack'],
    'pair': lambda record: next(node['pair'] for node in record.all(kind='trials')
                                if 'reason' in node.get('pair', {})),
    'reduction': lambda record: record.node(null_claim(record)['asserts']),
    'claim': null_claim,
}

# ----------------------------------------------------------------------------------------------
# The ways to break a field.

WRONG = {'int': 'seven', 'count': 'seven', 'positive': 'seven', 'number': 'seven', 'size': 'seven',
         'duration': 'seven', 'value': [], 'object': [], 'shape': [], 'covariates': [],
         'values': [], 'array': {}}
BEYOND = {'text': 'd' * 4097, 'full': '', 'reason': '', 'name': 'A b', 'decimal': '01',
          'nonce': 'xyz', 'hex': 'F' * 64, 'id': 'F' * 64, 'int': 1.5, 'count': -1, 'positive': 0,
          'size': -1, 'duration': 0, 'const': 'zz'}
ELEMENTS = {'full': '', 'hex': 'F' * 64, 'id': 'F' * 64, 'size': -1}
# An array that the base record may leave out, by the type of its elements.
ABSENT = {'full': ['busy']}


def out_of_range(row, value):
    """Values just outside the range of a row, for a field with this value."""
    if row['type'] == 'word' and row['of'] != '-':
        return ['zz']
    if row['type'] != 'array':
        return [BEYOND[row['type']]] if row['type'] in BEYOND else []
    value = ABSENT.get(row['of']) if value is None else value
    values = [value[:-1] + [ELEMENTS[row['of']]]] if row['of'] in ELEMENTS and value else []
    if row['length'] != '-':
        least, _, most = row['length'].partition('..')
        values += [value[:int(least) - 1]] if int(least) else []
        values += [(value * (int(most) + 1))[:int(most) + 1]] if most else []
    return values


def base_of(form):
    """The base record with a form."""
    if form == 'stage.witness':
        return 'forms'
    if form in LINKED:
        return 'linked'
    of_gemm = form in OF_GEMM or form.startswith(tuple(name + '.' for name in OF_GEMM))
    if form in OF_TRIALS:
        return 'trials'
    return BASES[of_gemm]


class Forgery:
    """A forgery with the attributes that run_forgeries.py reads."""

    ALONE = True

    def __init__(self, form, tags, words, forge):
        self.BASE = base_of(form)
        self.TAG, self.WORDS, self.forge = tags, words, forge


def keep(record, row):
    """Keeps a forged field of the root as it is."""
    record.rebuild -= {'files' if row['form'] == 'file' else row['field']} \
        if row['form'] in ('root', 'file') else set()


def changed(row, value):
    """A forge() that sets a field of a form to a value."""
    form, field = row['form'], row['field']

    def forge(record):
        keep(record, row)
        thing = PLACES[form](record)
        assert field not in thing or thing[field] != value, (form, field)
        thing[field] = value
    return forge


def edge_to(form, row, key_of):
    """A forge() that points an edge at another line."""
    def forge(record):
        thing, key = PLACES[form](record), key_of(record)
        if row['type'] == 'array':
            thing[row['field']] = [key] + thing[row['field']][1:]
        else:
            thing[row['field']] = key
    return forge


def forgeries_of_field(row, record):
    """(way, tag, forge) for one row of the table."""
    form, field = row['form'], row['field']
    place = PLACES[form]
    value = place(record).get(field)
    if row['type'] == 'reason' or field == 'reason' and row['null'] == 'optional':
        return

    def missing(record):
        keep(record, row)
        del place(record)[field]
    if row['null'] != 'optional':
        yield 'missing', 'schema', missing
    if row['type'] != 'const':
        yield 'wrong_type', 'schema', changed(row, WRONG.get(row['type'], 7))
    for number, bad in enumerate(out_of_range(row, value)):
        yield 'out_of_range%s' % (number or ''), 'schema', changed(row, bad)
    if row['null'] != 'yes' and row['type'] != 'const':
        def null(record):
            keep(record, row)
            thing = place(record)
            thing[field] = None
            thing.setdefault('reason', 'lost')
        yield 'null', 'schema', null
    if row['edge'] != '-':
        other = 'plan' if 'plan' not in row['edge'].split('|') else 'environment'
        yield 'unknown_edge', 'edge', edge_to(form, row, lambda record: 'f' * 64)
        yield 'other_edge', 'edge', edge_to(
            form, row, lambda record: getattr(record, other)().key)


def forgeries_of_form(form, rows):
    """(way, tag, forge) for a form as a whole."""
    def unknown(record):
        record.rebuild -= {'files'} if form == 'file' else set()
        PLACES[form](record)['zz_unknown'] = 1
    yield 'unknown', 'schema', unknown
    if any(row['field'] == 'reason' and row['type'] == 'full' and row['null'] == 'no'
           for row in rows):
        return

    def extra(record):
        record.rebuild -= {'files'} if form == 'file' else set()
        thing = PLACES[form](record)
        assert 'reason' not in thing, form
        thing['reason'] = 'idle'
    yield 'reason_without_null', 'null', extra
    if form in NULLS:
        def bare(record):
            del NULLS[form](record)['reason']

        def empty(record):
            NULLS[form](record)['reason'] = ''
        yield 'null_without_reason', 'null', bare
        yield 'reason_empty', 'null', empty


# Further tags that record.md allows, because another rule is broken too.
OTHERS = {
    'environment.kind': ('order',), 'plan.kind': ('order',), 'stage.inject.fault': ('stage',),
    'opening.matrix_path': ('opening',), 'opening.row_path': ('opening',),
    'reduction.function': ('reduction',), 'reduction.item.inputs': ('edge',),
    'reduction.series.inputs': ('edge',), 'reduction.record.inputs': ('edge',),
    'reduction.change.inputs': ('edge',), 'reduction.link.inputs': ('edge',),
    'reduction.prior.inputs': ('edge',),
    'claim.own.beside': ('edge',), 'claim.name': ('claim',), 'root.continues': ('root',),
}


@functools.lru_cache(maxsize=None)
def forgeries(bases):
    """name -> Forgery, for the folder of the base records."""
    found, rows = {}, read('kinds')
    records = {base: toolkit.Record(os.path.join(bases, base)) for base in BASES + ('linked',)}
    forms = list(dict.fromkeys(row['form'] for row in rows))

    for row in rows:
        place = '%s.%s' % (row['form'], row['field'])
        for way, tag, forge in forgeries_of_field(row, records[base_of(row['form'])]):
            named = way in ('missing', 'wrong_type') and 'claim' not in OTHERS.get(place, ()) \
                and row['type'] not in ('const', 'full')
            tags = (tag,) + OTHERS.get(place, ())
            found['%s%s.%s' % (PREFIX, place, way)] = Forgery(
                row['form'], tags, row['field'] if named else 'evidence.jsonl:', forge)
    for form in forms:
        if any(other.startswith(form + '.') for other in forms) and form not in NULLS:
            continue
        own = [row for row in rows if row['form'] == form or form.startswith(row['form'] + '.')]
        for way, tag, forge in forgeries_of_form(form, own):
            only = way in ('unknown', 'null_without_reason') or \
                way == 'reason_without_null' and form in NULLS
            tags = (tag,) if only else (tag, 'schema')
            found['%s%s.%s' % (PREFIX, form, way)] = Forgery(
                form, tags, 'evidence.jsonl:', forge)
    return found
