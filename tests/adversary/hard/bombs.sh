# shellcheck shell=bash
# An archive of 1 MB wrote 1 GiB to the temporary folder before its first line was refused. 9be32b7:
# the same verdicts, with all 268,435,456 bytes of each file here written. The bombs here have 2^28
# bytes, not 2^30, to take less time.
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/count.so" "$ROOT/tests/fakes/call_counter.c" -ldl ||
    exit 2
if "$WITNESSMARK" audit /dev/null 2>&1 | grep -q libarchive; then
    skip "this program was built without libarchive"
    return
fi
mkdir "$WORK/bombs" "$WORK/bombs/tmp"
cd "$WORK/bombs" || exit 2
python3 "$ROOT/tests/support/make_record.py" --plan x rec || exit 2
cat >make.py <<'PYTHON'
"""Makes NAME.tgz and NAME.txz, whose last file has 2^28 bytes, and NAME/, with the same lines in
few bytes."""
import io, os, shutil, sys, tarfile, zlib

sys.path.insert(0, sys.argv[1])
import xz_by_hand

SIZE, BLOCK = 1 << 28, 1 << 20
ALL = ('code/verify.c', 'code/verify_graph.py', 'manifest.sha256')
data = {name: open('rec/' + name, 'rb').read() for name in ALL + ('evidence.jsonl',)}
lines = data['evidence.jsonl'].splitlines(keepends=True)


def head(name, size):
    entry = tarfile.TarInfo('r/' + name)
    entry.size = size
    return entry.tobuf(tarfile.GNU_FORMAT)


def bomb(path, name, first, block, last, others=ALL):
    """The file has first, as many blocks as fit, and last."""
    count = (SIZE - len(first) - len(last)) // len(block)
    size = len(first) + count * len(block) + len(last)
    before = b''.join(head(other, len(data[other])) + data[other] + bytes(-len(data[other]) % 512)
                      for other in others) + head(name, size) + first
    end = last + bytes(-size % 512 + 1024)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(path + '.tgz', 'wb') as out:
        out.write(b'\x1f\x8b\x08\0\0\0\0\0\x02\xff')
        out.write(packer.compress(before) + packer.flush(zlib.Z_FULL_FLUSH))
        part = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
        for _ in range(count):
            out.write(part)
        out.write(packer.compress(end) + packer.flush())
        out.write(bytes(8))  # neither sum nor size: libarchive looks at neither
    with open(path + '.txz', 'wb') as out:
        out.write(xz_by_hand.stream(xz_by_hand.block(before), (xz_by_hand.block(block), count),
                                    xz_by_hand.block(end)))


root = lines[-1]
newer = root.replace(b'witnessmark/1.', b'witnessmark/9.')
zeros, letters, objects = bytes(BLOCK), b'x\n' * (BLOCK // 2), b'{}\n' * (BLOCK // 3)
empty, good = b'\n' * BLOCK, b'{"a":"%s"}\n' % (b'x' * 1015) * 1000
for path, first, block, last in (
        ('zeros', b'', zeros, b''), ('letters', b'', letters, root), ('empty', b'', empty, b''),
        ('objects', b'', objects, root), ('later', b''.join(lines[:2]), letters, root),
        ('long', lines[0] + b'{"a":"', b'y' * BLOCK, b'"}\n' + root),
        ('newer_long', lines[0], b'y' * BLOCK, b'\n' + newer)):
    bomb(path, 'evidence.jsonl', first, block, last)
    shutil.copytree('rec', path)
    with open(path + '/evidence.jsonl', 'wb') as out:
        out.write(first + block * 3 + last)
bomb('newer_empty', 'evidence.jsonl', b'', empty, newer)
bomb('likely', 'evidence.jsonl', b''.join(lines[:2]), good, root)
bomb('checker', 'code/verify.c', b'', zeros, b'', others=())
PYTHON
python3 make.py "$ROOT/tests/support" || exit 2

# audit_counted FILE: the bytes written are in $written.
audit_counted() {
    LD_PRELOAD=$WORK/count.so WM_COUNT_FILE=$WORK/bombs.count TMPDIR=$PWD/tmp \
        "$WITNESSMARK" audit "$1"
}
# wrote_less FILE BYTES
wrote_less() {
    local written
    written=$(sed -n 's/^written //p' "$WORK/bombs.count")
    [ "$written" -lt "$2" ] && pass || fail "$1: $written bytes were written, not under $2"
    [ -z "$(ls tmp)" ] && pass || fail "$1: left in the temporary folder: $(ls tmp)"
}

for name in zeros letters empty objects later long newer_long; do
    "$WITNESSMARK" audit "$name" >folder 2>&1
    status=$?
    for file in "$name.tgz" "$name.txz"; do
        [ "$(stat -c %s "$file")" -lt 5000000 ] || fail "$file is no bomb"
        expect "$status" audit_counted "$file"
        head -n 1 folder | sed 's/^newer evidence.jsonl:[0-9]*:/newer/; s/;.*//' >wanted
        head -n 1 "$WORK/out" | sed 's/^newer evidence.jsonl:[0-9]*:/newer/; s/;.*//' >got
        expect_equal "the verdict of $file" "$(cat got)" "$(cat wanted)"
        expect_words wanted '^(invalid evidence.jsonl(:[123])?: |newer)'
        wrote_less "$file" $((5 << 20))
    done
done
for file in newer_empty.tgz newer_empty.txz; do
    expect 2 audit_counted "$file"
    expect_words "$WORK/err" "^witnessmark audit: $file: refused: line 1 of " \
        'evidence.jsonl is no line of a record$'
    wrote_less "$file" $((5 << 20))
done
for name in likely.tgz:evidence.jsonl likely.txz:evidence.jsonl checker.tgz:code/verify.c \
    checker.txz:code/verify.c; do
    expect 2 audit_counted "${name%:*}"
    expect_words "$WORK/err" "^witnessmark audit: ${name%:*}: refused: ${name#*:} unpacks to " \
        'over 64 MiB and 100 times its size; unpack it with tar to audit its folder$'
    wrote_less "$name" $((400 << 20))
done

# Damaged evidence: an archive gets the answer of its folder, with the number of each line.
python3 - <<'PYTHON' || exit 2
import shutil
lines = open('rec/evidence.jsonl', 'rb').read().splitlines(keepends=True)
newer = lines[-1].replace(b'witnessmark/1.', b'witnessmark/9.')
older = lines[-1].replace(b'witnessmark/1.2', b'witnessmark/1.1')
long = b'{"a":"' + b'x' * ((1 << 20) - 9) + b'"}\n'
damages = {
    'word': lines[:3] + [b'word\n'] + lines[4:], 'empty_line': lines[:4] + [b'\n'] + lines[4:],
    'longest': lines[:3] + [long] + lines[3:],
    'too_long': lines[:3] + [long.replace(b'x', b'xx', 1)] + lines[3:],
    'no_newline': lines[:-1] + [lines[-1][:-1]], 'cut': lines[:-1] + [lines[-1][:9]],
    'plan_first': lines[1:], 'root_first': lines[-1:] + lines, 'behind': lines + [b'word\n'],
    'behind_cut': lines + [b'word'], 'word_alone': [b'word\n'], 'cut_alone': [b'{'],
    'brace': lines[:2] + [b'{\n'] + lines[2:], 'nothing': [b'\n'],
    'newer': [b'word\n'] * 5000 + [newer], 'older': lines[:2] + [b'word\n'] * 70000 + [older],
    'newer_long': lines[:2] + [b'x' * (3 << 20) + b'\n'] + [newer],
    'newer_cut': [b'x\n', newer[:-1]],
    'unfinished': lines[:5], 'unfinished_word': lines[:3] + [b'word\n'] + lines[5:7]}
for name, some in damages.items():
    for manifest in (True, False):
        folder = name + ('' if manifest else '_bare')
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree('rec', folder, ignore=None if manifest else
                        shutil.ignore_patterns('manifest.sha256'))
        open(folder + '/evidence.jsonl', 'wb').write(b''.join(some))
PYTHON
for name in word empty_line longest too_long no_newline cut plan_first root_first behind \
    behind_cut word_alone cut_alone brace nothing newer older newer_long newer_cut unfinished \
    unfinished_word; do
    for folder in $name ${name}_bare; do
        tar czf "$folder.tgz" "$folder"
        "$WITNESSMARK" audit "$folder" >folder 2>&1
        expect $? "$WITNESSMARK" audit "$folder.tgz"
        expect_equal "the verdict of $folder.tgz" "$(head -n 1 "$WORK/out")" \
            "$(head -n 1 folder)"
    done
done
cd "$WORK" || exit 2
