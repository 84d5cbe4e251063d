#!/usr/bin/env python3
"""Plants results into LaTeX documents, and counts those that `bind` finds.

    plant_numbers.py WITNESSMARK RECORD COUNT SEED DOCUMENT...

Copies the folder of each DOCUMENT. Each sentence is put on a line of its own, behind a line that
ends a sentence, in any file that the document reads. Found is a finding on that line that the
untouched document does not have. Prints what was missed, and the number found.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

UNITS = [  # units, and how siunitx spells them or None
    ('GFLOP/s', r'\giga\flop\per\second'), ('TFLOP/s', r'\tera\flop\per\second'),
    ('PFLOP/s', None), ('GB/s', r'\giga\byte\per\second'), ('TB/s', r'\tera\byte\per\second'),
    ('MiB/s', r'\mebi\byte\per\second'), ('Gbit/s', r'\giga\bit\per\second'),
    ('ms', r'\milli\second'),
    ('ns', r'\nano\second'), (r'$\mu$s', r'\micro\second'), ('s', r'\second'), ('W', r'\watt'),
    ('J', r'\joule'), ('kWh', r'\kilo\watt\hour'), ('mJ', r'\milli\joule'), ('tokens/s', None),
    ('images/sec', None), ('FPS', None), ('req/s', None), ('kIOPS', None), ('Mops/s', None),
    ('requests per second', None), ('GiB', r'\gibi\byte'), (r'$^\circ$C', r'\celsius'),
    ('GFLOPS/W', None), ('million edges per second', None), ('GTEPS', None), (r'\%', r'\percent')]
SENTENCES = [
    'With all eight devices busy, %s is what remains.', 'Our port clocks in at %s.',
    'After tuning, the second stage needs no more than %s.',
    'The median over twenty trials was %s.',
    'Moving the loop outwards raised this to %s.', 'Even then the program gets %s out of the card.',
    'Enabling the cache brought us to %s in the same test.', 'Figure 7 shows a peak of %s.',
    r'\textsc{Fast} finishes in first place with %s.', 'For the largest problem it stays near %s.',
    'Interestingly, we saw %s when the queue was empty.',
    'The tail is longer: %s in the worst run.',
    'Inserting a rule into the table takes %s on average.',
    'As few as four cores suffice for %s, as Table~3 lists.',
    'The client itself is only capable of %s.', 'Without certificates it tops out at about %s.',
    'Their sum, %s, bounds what a second replica could add.',
    'All estimates were within %s of the actual value.',
    'Each checkpoint costs up to %s, since all modified memory is written.',
    'Reading it back is another matter (%s).', 'In contrast, the old code never exceeds %s.',
    'Most of that is spent in the kernel: %s.', 'On the second machine this becomes %s instead.',
    'Under high load the 99th percentile climbs to %s.', 'A cold start adds %s to each call.',
    'Idle, the board draws %s.', 'This leaves %s for everything else.',
    'The compiler alone accounts for %s of it.', 'Overall we spend %s per pass.',
    'Kernel bypass makes the difference: %s against a handful before.',
    'Throughput peaks at %s with six writers and then falls.',
    'A single write costs %s end to end.',
    'Compared to the naive loop, which needs %s, the gain is modest.',
    'Scans return the first row in %s.',
    'At saturation the server handles %s.',
    'Building the index from scratch took %s on this genome.',
    'Table~2 puts the average at %s.',
    'The best of five attempts is %s, the worst is not much lower.',
    'Turning compression on costs us %s.',
    'The curve flattens around %s.',
    'Our measurements give %s for the short reads.',
    'Only %s is left once the logs are flushed.',
    'Nothing we tried went beyond %s.',
    'This corresponds to %s on a single node.',
    'Both variants deliver %s, which is close to what the vendor library does.',
    'Its footprint shrinks to %s.',
    'The median delay rises from almost nothing to %s.',
    'That is %s per step when all ranks take part.']
RATIOS = [
    'Our version wins by %s here.', 'The gap to the baseline widens to %s.',
    'Doubling the block size gains another %s.', 'It is on average %s quicker than the reference.',
    'Removing the lock saves %s of the time.', 'That is %s less than before.',
    'Running it there is %s cheaper.', 'Both are within %s of the ideal.',
    'The processor stays below %s busy throughout.', 'About %s of all lookups miss.',
    'False positives fall to %s.', 'The new list beats the stock kernel by %s at 120 cores.',
    'State transitions dominate with %s of the bill.', 'Top-1 accuracy drops to %s.',
    'Hence the slowdown, %s, is tolerable.', 'The area grows by a factor of %s.',
    'Latency suffers most (%s).', 'Coverage reached %s after a day.',
    'Using two streams hides %s of the copies.', 'We lose %s when the table is cold.',
    'The smaller model is %s faster at inference.',
    'We observe a %s reduction in tail latency.',
    'Recall improves by %s over the best competitor.',
    'It outperforms the lock-based map by %s under contention.',
    'The overhead stays under %s for all inputs.',
    'Roughly %s of the reads map uniquely.',
    'A %s speedup follows from vectorising the inner loop.',
    'Energy per query drops %s.',
    'The ratio between the two is %s.',
    'Collection pauses make up %s of the run.',
    'The likelihood evaluation is %s more expensive without it.',
    'Misses account for the remaining %s.']


def number(rng):
    kind = rng.random()
    if kind < 0.55:
        return '%.*f' % (rng.choice((1, 2, 2, 3)), rng.uniform(1.1, 900))
    if kind < 0.8:
        return str(rng.randrange(11, 990))
    return '%d{,}%03d' % (rng.randrange(1, 99), rng.randrange(1000))


def plain(text):
    return text.replace('{,}', '')


def quantity(rng):
    unit, spelled = rng.choice(UNITS)
    value = number(rng)
    forms = ['\\mbox{%s %s}', '$\\approx$\\,%s~%s', '$%s\\;\\mathrm{%s}$', '\\underline{%s}~%s',
             '%s-%s', '\\textcolor{red}{%s %s}', '%s\\thinspace %s', '\\(%s\\)~%s', '$\\sim$%s %s',
             '%s\\,%s', '%s~%s', '%s %s', '\\textbf{%s}~%s', '$%s$\\,%s', '{\\bf %s} %s',
             'roughly %s\\,%s', '\\emph{%s}\\;%s']
    texts = [rng.choice(forms) % (value, unit)]
    if unit not in ('requests per second', 'million edges per second', r'\%'):
        texts += ['\\qty{%s}{%s}' % (plain(value), spelled or unit),
                  '\\SI{%s}{%s}' % (plain(value), spelled or unit),
                  '%s--%s\\,%s' % (plain(value), plain(value) + '9', unit),
                  '$%s \\pm 0.2$\\,%s' % (plain(value), unit),
                  'between %s and %s~%s' % (plain(value), plain(value) + '5', unit),
                  '$%s\\times10^{%d}$\\,%s' % (plain(value)[:3].strip('.'), rng.randrange(2, 12),
                                              unit)]
    if spelled:
        texts += ['\\SI[per-mode=symbol]{%s}{%s}' % (plain(value), spelled),
                  '\\num{%s}\\,\\si{%s}' % (plain(value), spelled),
                  '\\SIrange{%s}{%s1}{%s}' % (plain(value), plain(value), spelled),
                  '$\\SI{%s}{%s}$' % (plain(value), spelled)]
    return rng.choice(texts)


def ratio(rng):
    value = '%.*f' % (rng.choice((1, 2)), rng.uniform(1.1, 40))
    return rng.choice(['%s$\\times$', '$%s\\times$', '%sx', '%s\\texttimes{}', '%s\\,\\%%',
                       '%s~percent', '%s per cent', '\\SI{%s}{\\percent}', '$%s\\%%$']) % value


def sentence(rng):
    if rng.random() < 0.75:
        return rng.choice(SENTENCES) % quantity(rng)
    text = rng.choice(RATIOS)
    value = ratio(rng)
    if 'speedup of' in text and ('cent' in value or '%' in value):
        value = '%.2f$\\times$' % rng.uniform(1.1, 9)
    return text % value


def bind(program, document, record):
    answer = subprocess.run([program, 'bind', '--json', document, record],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if answer.returncode not in (0, 1, 3):
        raise SystemExit('%s: %s' % (document, answer.stderr.decode().strip()))
    return json.loads(answer.stdout)['findings']


def places(folder, files):
    """Lines behind which a sentence can stand, in running text."""
    for name in files:
        with open(os.path.join(folder, name), 'rb') as file:
            lines = file.read().decode('latin-1').split('\n')
        skipped, is_body = 0, not any('\\documentclass' in line for line in lines)
        open_braces = 0  # an argument of a macro that prints nothing is no text
        for number, line in enumerate(lines):
            is_body |= '\\begin{document}' in line
            shown = re.sub(r'\\.|%.*', '', line)
            open_braces += shown.count('{') - shown.count('}')
            opened = re.search(r'\\(begin|end)\{(\w+)\*?\}', line)
            if opened and opened.group(2) not in ('document', 'abstract', 'itemize', 'enumerate'):
                skipped += 1 if opened.group(1) == 'begin' else -1
            if '\\iffalse' in line or '\\end{document}' in line:
                break
            following = lines[number + 1] if number + 1 < len(lines) else ''
            if is_body and skipped <= 0 and open_braces <= 0 and re.match(r'[A-Za-z]', line) and \
                    line.rstrip().endswith('.') and not \
                     following.lstrip().startswith('%'):
                yield name, number + 1


def copy(program, record, document, scratch):
    """A copy of the document's folder: the document in it, and the places for sentences."""
    folder = os.path.join(scratch, str(len(os.listdir(scratch))))
    shutil.copytree(os.path.dirname(document) or '.', folder, symlinks=True)
    main = os.path.join(folder, os.path.basename(document))
    read = {row['file'] for row in bind(program, main, record)} | {os.path.basename(document)}
    return [(main, name, line) for name, line in places(folder, sorted(read))]


def plant(chosen, rng):
    """Puts sentences behind lines, from the last one. Returns where they then are."""
    wanted = {}
    for main, name, line in sorted(chosen, reverse=True):
        path = os.path.join(os.path.dirname(main), name)
        with open(path, 'rb') as file:
            lines = file.read().decode('latin-1').split('\n')
        lines.insert(line, sentence(rng))
        with open(path, 'wb') as file:
            file.write('\n'.join(lines).encode('latin-1'))
        wanted = {(doc, other, at + ((doc, other) == (main, name))): words
                  for (doc, other, at), words in wanted.items()}
        wanted[main, name, line + 1] = lines[line]
    return wanted


def main():
    program, record, count, seed, *documents = sys.argv[1:]
    program, record = os.path.abspath(program), os.path.abspath(record)
    rng = random.Random(int(seed))
    with tempfile.TemporaryDirectory() as scratch:
        spots = []
        for document in documents:
            spots += copy(program, record, document, scratch)
        wanted = plant(rng.sample(spots, min(int(count), len(spots))), rng)
        found = {(main, row['file'], row['line']) for main in {place[0] for place in wanted}
                 for row in bind(program, main, record) if row['kind'] == 'unbound'}
        for place, text in sorted(wanted.items()):
            if place not in found:
                print('missed %s:%d: %s' % (place[1], place[2], text))
        print('%d planted, %d found' % (len(wanted), len(set(wanted) & found)))


main()
