"""Writes xz files block by block: repeated blocks, any size of dictionary, several streams.

Source: The .xz File Format 1.2.1. Streams have no sums of their contents (check 0), so that one
block stands for any number of equal ones.
"""
import lzma
import struct
import zlib

LARGEST, TOO_LARGE = 28, 29  # the dictionaries of 64 and 96 MiB


def number(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def padded(data):
    return data + bytes(-len(data) % 4)


def block(data, dictionary=18, sizes=False, delta=False):
    """A block, its size for the index, and the size of its data. dictionary 18 is 2 MiB."""
    chain = [{'id': lzma.FILTER_DELTA, 'dist': 1}] if delta else []
    raw = lzma.compress(data, lzma.FORMAT_RAW,
                        filters=chain + [{'id': lzma.FILTER_LZMA2, 'dict_size': 1 << 21}])
    head = bytes([len(chain) | (0xc0 if sizes else 0)])
    if sizes:
        head += number(len(raw)) + number(len(data))
    head += (b'\x03\x01\x00' if delta else b'') + bytes([0x21, 1, dictionary])
    head = bytes([-(-(len(head) + 1) // 4)]) + head
    head = padded(head)
    head += struct.pack('<I', zlib.crc32(head))
    return padded(head + raw), len(head) + len(raw), len(data)


def stream(*blocks):
    """A stream of blocks, each as block() gives it, or a pair of one and how often it is there."""
    counted = [item if isinstance(item[0], tuple) else (item, 1) for item in blocks]
    flags = bytes(2)
    index = b'\0' + number(sum(count for _, count in counted))
    index += b''.join((number(unpadded) + number(size)) * count
                      for (_, unpadded, size), count in counted)
    index = padded(index)
    index += struct.pack('<I', zlib.crc32(index))
    foot = struct.pack('<I', len(index) // 4 - 1) + flags
    return (b'\xfd7zXZ\0' + flags + struct.pack('<I', zlib.crc32(flags)) +
            b''.join(data * count for (data, _, _), count in counted) + index +
            struct.pack('<I', zlib.crc32(foot)) + foot + b'YZ')
