#!/usr/bin/env python3
"""Makes archives that no record is in, or not safely, in the folder bad/.

Reads the record rec/ and its archive rec.tar.gz in the current folder. `witnessmark` must refuse
each of them. In good/ are archives of the record by xz, which it must accept.
"""
import bz2
import gzip
import io
import lzma
import os
import struct
import tarfile
import zipfile
import zlib

import xz_by_hand

evidence = open("rec/evidence.jsonl", "rb").read()
files = {name: open("rec/" + name, "rb").read() for name in
         ("code/verify.c", "code/verify_graph.py", "evidence.jsonl", "manifest.sha256")}


def info(name, **more):
    entry = tarfile.TarInfo(name)
    for key, value in more.items():
        setattr(entry, key, value)
    return entry


def make(path, *entries, whole=True, **options):
    with tarfile.open("bad/" + path, "w:gz", **options) as tar:
        if whole:
            for name, data in files.items():
                tar.addfile(info("r/" + name, size=len(data)), io.BytesIO(data))
        for entry, data in entries:
            if data is not None and entry.size == 0:
                entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data or b""))


os.mkdir("bad")
make("symlink.tgz", (info("r/prior/1.jsonl", type=tarfile.SYMTYPE, linkname="/etc/passwd"), None))
make("folder_link.tgz", (info("r", type=tarfile.SYMTYPE, linkname="/tmp"), None), whole=False)
make("code_link.tgz", (info("r/code", type=tarfile.SYMTYPE, linkname="/tmp"), None),
     (info("r/evidence.jsonl"), evidence), (info("r/code/verify.c"), b"x"), whole=False)
make("hardlink.tgz",
     (info("r/prior/1.jsonl", type=tarfile.LNKTYPE, linkname="r/evidence.jsonl"), None))
make("hardlink_out.tgz",
     (info("r/prior/1.jsonl", type=tarfile.LNKTYPE, linkname="/etc/passwd"), None))
make("fifo.tgz", (info("r/prior/1.jsonl", type=tarfile.FIFOTYPE), None))
make("device.tgz", (info("r/prior/1.jsonl", type=tarfile.CHRTYPE, devmajor=1, devminor=5), None))
make("block.tgz", (info("r/prior/1.jsonl", type=tarfile.BLKTYPE, devmajor=8), None))
make("up.tgz", (info("r/../../escaped"), b"x"))
make("up_known.tgz", (info("../evidence.jsonl"), evidence), whole=False)
make("up_folder.tgz", (info("../r", type=tarfile.DIRTYPE), None))
make("absolute.tgz", (info("/evidence.jsonl"), evidence), whole=False)
make("absolute_deep.tgz", (info("/tmp/evidence.jsonl"), evidence), whole=False)
make("dot_inside.tgz", (info("r/./prior/1.jsonl"), b"x"))
make("double_slash.tgz", (info("r//prior/1.jsonl"), b"x"))
make("other_name.tgz", (info("r/notes.txt"), b"x"))
make("other_checker.tgz", (info("r/code/evil.py"), b"x"))
make("prior_9.tgz", (info("r/prior/9.jsonl"), b"x"))
make("deep.tgz", (info("a/r/evidence.jsonl"), evidence), whole=False)
make("twice.tgz", (info("r/evidence.jsonl"), evidence))
make("twice_dot.tgz", (info("./r/evidence.jsonl"), evidence))
make("two_folders.tgz", (info("s/prior/1.jsonl"), b"x"))
make("two_folders_one_flat.tgz", (info("prior/1.jsonl"), b"x"))
make("second_empty_folder.tgz", (info("s", type=tarfile.DIRTYPE), None))
make("inner_folder.tgz", (info("r/more", type=tarfile.DIRTYPE), None))
make("empty_name.tgz", (info("", type=tarfile.DIRTYPE), None), (info(""), b"x"),
     format=tarfile.GNU_FORMAT)
make("long_name.tgz", (info("r/" + "x" * 2000), b"x"), format=tarfile.PAX_FORMAT)
make("long_top.tgz", (info("t" * 300 + "/evidence.jsonl"), evidence), whole=False,
     format=tarfile.PAX_FORMAT)
make("control_name.tgz", (info("r/\x1b[31m\nprior"), b"x"), format=tarfile.PAX_FORMAT)
make("no_evidence.tgz", (info("r/manifest.sha256"), b"x"), whole=False)
make("nothing.tgz", whole=False)
entry = info("r/prior/1.jsonl")
entry.pax_headers = {"path": "r/../../../escaped"}
make("pax_path.tgz", (entry, b"x"), format=tarfile.PAX_FORMAT)
entry = info("r/prior/1.jsonl")
entry.pax_headers = {"linkpath": "/etc/passwd", "size": "99999999999"}
make("pax_size.tgz", (entry, b"x"), format=tarfile.PAX_FORMAT)
entry = info("r/prior/1.jsonl")
entry.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name":
                     "r/prior/1.jsonl", "GNU.sparse.realsize": "1073741824"}
make("sparse.tgz", (entry, b"1\n0\n1\n".ljust(512, b"\0") + b"x"), format=tarfile.PAX_FORMAT)
entry = info("r/prior/1.jsonl")
entry.pax_headers = {"comment": "x" * 5000000}
make("pax_huge.tgz", (entry, b"x"), format=tarfile.PAX_FORMAT)
make("many.tgz", *((info("r", type=tarfile.DIRTYPE), None) for _ in range(1000)))
# Bombs: one header of 3 GiB; three of 0.9 GiB, of zeros.


def zeros(path, sizes):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    with open("bad/" + path, "wb") as out:
        for name, size, real in sizes:
            out.write(packer.compress(info(name, size=size).tobuf(tarfile.GNU_FORMAT)))
            out.write(packer.compress(bytes(real)))
        out.write(packer.flush())
zeros("bomb_header.tgz", [("r/evidence.jsonl", 3 << 30, 1 << 20)])
zeros("bomb_huge.tgz", [("r/evidence.jsonl", 1 << 62, 1 << 20)])
zeros("bomb_three.tgz", [("r/prior/1.jsonl", 1 << 20, 1 << 20), ("r/prior/2.jsonl", 1 << 30, 0)])
data = open("rec.tar.gz", "rb").read()
open("bad/cut.tgz", "wb").write(data[:len(data) // 2])
open("bad/cut_short.tgz", "wb").write(data[:15])
open("bad/magic.tgz", "wb").write(data[:2])
open("bad/gzip_of_text.tgz", "wb").write(gzip.compress(evidence))
open("bad/gzip_of_nothing.tgz", "wb").write(gzip.compress(b""))
open("bad/gzip_of_gzip.tgz", "wb").write(gzip.compress(data))
tar = gzip.decompress(data)
open("bad/bzip2.tar.gz", "wb").write(bz2.compress(tar))
open("bad/zstd.tar.gz", "wb").write(b"\x28\xb5\x2f\xfd" + bytes(100))
with zipfile.ZipFile("bad/zip.tar.gz", "w") as other:
    other.writestr("r/evidence.jsonl", evidence)
# Behind the end, where tar --ignore-zeros reads on: another file, a file again, 5 GiB of zeros.
for name, path in (("behind_end.tar", "r/notes.txt"), ("behind_end_twice.tar", "r/evidence.jsonl")):
    more = io.BytesIO()
    with tarfile.open(fileobj=more, mode="w") as second:
        second.addfile(info(path, size=1), io.BytesIO(b"x"))
    open("bad/" + name, "wb").write(tar + bytes(-len(tar) % 10240) + more.getvalue())
# Deflate forgets at a full flush, so one compressed block stands for all 320.
packer, block, crc = zlib.compressobj(9, zlib.DEFLATED, -15), bytes(1 << 24), zlib.crc32(tar)
with open("bad/zeros_behind_end.tgz", "wb") as out:
    out.write(b"\x1f\x8b\x08\0\0\0\0\0\x02\xff")
    out.write(packer.compress(tar) + packer.flush(zlib.Z_FULL_FLUSH))
    part = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    for _ in range(320):
        out.write(part)
        crc = zlib.crc32(block, crc)
    out.write(packer.flush() + struct.pack("<II", crc, (len(tar) + 320 * len(block)) % (1 << 32)))
open("bad/cut.tar", "wb").write(tar[:len(tar) // 2])


def write_xz(path, *parts):
    with open(path + ".txz", "wb") as out:
        out.writelines(parts)


by_xz, half = lzma.compress(tar, check=lzma.CHECK_CRC64), len(tar) // 1024 * 512
first, second = xz_by_hand.block(tar[:half]), xz_by_hand.block(tar[half:])
large = xz_by_hand.block(tar[half:], xz_by_hand.TOO_LARGE)
write_xz("bad/xz_cut", by_xz[:len(by_xz) // 2])
write_xz("bad/xz_cut_end", by_xz[:-1])
write_xz("bad/xz_magic", by_xz[:6])
write_xz("bad/xz_of_text", lzma.compress(evidence))
write_xz("bad/xz_of_nothing", lzma.compress(b""))
write_xz("bad/xz_of_xz", lzma.compress(by_xz))
write_xz("bad/xz_of_gzip", lzma.compress(data))
write_xz("bad/xz_of_large", lzma.compress(xz_by_hand.stream(large)))
open("bad/gzip_of_xz.tgz", "wb").write(gzip.compress(by_xz))
open("bad/gzip_of_large.tgz", "wb").write(gzip.compress(xz_by_hand.stream(large)))
write_xz("bad/xz_behind", by_xz, b"junk")
write_xz("bad/xz_zeros_behind", by_xz, bytes(5))
write_xz("bad/xz_twice", by_xz, by_xz)
# Sums: of the contents, which are behind the only block; of the index.
for name, at in (("xz_sum", -12 - 8 - 8), ("xz_index", -12 - 1)):
    wrong = bytearray(by_xz)
    wrong[at] ^= 1
    write_xz("bad/" + name, wrong)
write_xz("bad/xz_large", xz_by_hand.stream(first, large))
write_xz("bad/xz_large_first", xz_by_hand.stream(
    xz_by_hand.block(tar[:half], xz_by_hand.TOO_LARGE), second))
write_xz("bad/xz_large_stream", xz_by_hand.stream(first), bytes(4), xz_by_hand.stream(large))
write_xz("bad/xz_large_chain", xz_by_hand.stream(
    first, xz_by_hand.block(tar[half:], xz_by_hand.TOO_LARGE, sizes=True, delta=True)))
write_xz("bad/xz_largest", xz_by_hand.stream(xz_by_hand.block(tar, 40)))
write_xz("bad/xz_unknown", xz_by_hand.stream(xz_by_hand.block(tar, 41)))
write_xz("bad/xz_behind_end", xz_by_hand.stream(
    xz_by_hand.block(tar), (xz_by_hand.block(bytes(1 << 24)), 160)))
os.mkdir("good")
write_xz("good/one", by_xz)
write_xz("good/streams", xz_by_hand.stream(first), bytes(8), xz_by_hand.stream(second), bytes(4))
write_xz("good/blocks", xz_by_hand.stream(first, second))
write_xz("good/sizes", xz_by_hand.stream(
    xz_by_hand.block(tar, xz_by_hand.LARGEST, sizes=True, delta=True)))
write_xz("good/stored", xz_by_hand.stream(*(
    xz_by_hand.block(part) for part in (tar[:1024], b"", tar[1024:]))))
for check in (lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_SHA256):
    write_xz("good/check%d" % check, lzma.compress(tar, check=check, preset=0))
header = bytearray(tar)
header[150] ^= 1
open("bad/checksum.tar", "wb").write(bytes(header))
