/* Follows an xz file before it is decompressed, and refuses a large dictionary.
 *
 * The decoder takes as much memory as a block's header asks for, up to 4 GiB, and libarchive sets
 * it no limit. A file has any number of streams and blocks, so all headers must be found. The
 * chunks of LZMA2 have their sizes in front: a block's end is found without its contents. Sums are
 * not checked here. The decoder checks them, and finds the same headers at the same places. */
#include "archive/xz_scan.h"

#include "base/status.h"

#include <stdbool.h>
#include <string.h>

enum { STREAM, BLOCK, CHUNK, INDEX_COUNT, INDEX_NUMBERS };
enum { STREAM_HEADER = 12, STREAM_FOOTER = 12, CRC32 = 4, LZMA2 = 0x21, NUMBER_BITS = 63 };

static wm_status say_malformed(const char *what, wm_error *err)
{
    return wm_error_set(err, WM_E_IO, NULL, "the archive is damaged or no tar archive: xz: %s",
                        what);
}

static void expect(wm_xz_scan *scan, int state, size_t need)
{
    scan->state = state;
    scan->need = need;
    scan->have = 0;
}

void wm_xz_scan_init(wm_xz_scan *scan)
{
    memset(scan, 0, sizeof *scan);
    expect(scan, STREAM, 4);
}

/* What is missing to a multiple of four. */
static unsigned padding(uint64_t size)
{
    return (unsigned)(-size & 3);
}

/* Reads a number: seven bits a byte, the lowest first. */
static bool read_number(const uint8_t *data, size_t size, size_t *at, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < NUMBER_BITS && *at < size; shift += 7) {
        const uint8_t byte = data[(*at)++];
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

static wm_status check_dictionary(unsigned code, wm_error *err)
{
    uint64_t size;
    if (code > 40)
        return say_malformed("a dictionary of an unknown size", err);
    size = code == 40 ? UINT32_MAX : (uint64_t)(2 | (code & 1)) << (code / 2 + 11);
    if (size > WM_XZ_SCAN_DICTIONARY)
        return wm_error_set(err, WM_E_LIMIT, NULL,
                            "refused: xz asks for a dictionary of %llu MiB, over %u MiB; unpack "
                            "the archive with tar to audit its folder",
                            (unsigned long long)(size + 1) >> 20,
                            (unsigned)(WM_XZ_SCAN_DICTIONARY >> 20));
    return WM_OK;
}

/* Looks at the header of a block. Other filters need no memory that counts. */
static wm_status check_block(const wm_xz_scan *scan, wm_error *err)
{
    const uint8_t *head = scan->part, flags = head[1];
    const size_t end = scan->need - CRC32;
    size_t at = 2;
    uint64_t id = 0, size;
    wm_status status = WM_OK;
    if (((flags & 0x40) && !read_number(head, end, &at, &size)) ||
        ((flags & 0x80) && !read_number(head, end, &at, &size)))
        return say_malformed("a header of a block", err);
    for (unsigned i = 0; i <= (flags & 3u) && status == WM_OK; i++) {
        if (!read_number(head, end, &at, &id) || !read_number(head, end, &at, &size) ||
            size > end - at || (id == LZMA2 && size != 1))
            return say_malformed("a header of a block", err);
        if (id == LZMA2)
            status = check_dictionary(head[at], err);
        at += (size_t)size;
    }
    return status == WM_OK && id != LZMA2 ? say_malformed("a block without LZMA2", err) : status;
}

static wm_status take_stream(wm_xz_scan *scan, wm_error *err)
{
    static const uint8_t padded[4] = {0}, mark[] = {0xfd, '7', 'z', 'X', 'Z', 0, 0};
    if (scan->have == 4) { /* between two streams there may be zeros */
        if (memcmp(scan->part, padded, 4) == 0)
            scan->have = 0;
        else
            scan->need = STREAM_HEADER;
        return WM_OK;
    }
    if (memcmp(scan->part, mark, sizeof mark) != 0 || scan->part[7] > 15)
        return say_malformed("what follows is no stream", err);
    scan->check_bytes = scan->part[7] == 0 ? 0 : 4u << (scan->part[7] - 1) / 3;
    expect(scan, BLOCK, 1);
    return WM_OK;
}

static wm_status take_block(wm_xz_scan *scan, wm_error *err)
{
    wm_status status;
    if (scan->have == 1 && scan->part[0] != 0) {
        scan->need = 4 * ((size_t)scan->part[0] + 1);
        return WM_OK;
    }
    if (scan->have == 1) {
        scan->left = scan->shift = 0;
        scan->bytes = 1;
        expect(scan, INDEX_COUNT, 1);
        return WM_OK;
    }
    status = check_block(scan, err);
    scan->bytes = 0;
    expect(scan, CHUNK, 1);
    return status;
}

static wm_status take_chunk(wm_xz_scan *scan, wm_error *err)
{
    const unsigned control = scan->part[0];
    if (control == 0) {
        scan->skip = padding(scan->bytes + 1) + scan->check_bytes;
        expect(scan, BLOCK, 1);
        return WM_OK;
    }
    if (scan->have == 1) {
        scan->need = control < 0x80 ? 3 : 5;
        return control > 2 && control < 0x80 ? say_malformed("a chunk of LZMA2", err) : WM_OK;
    }
    scan->skip = 256u * scan->part[scan->need - 2] + scan->part[scan->need - 1] + 1u +
                 (control >= 0xc0); /* a byte with properties */
    scan->bytes += scan->need + scan->skip;
    expect(scan, CHUNK, 1);
    return WM_OK;
}

/* Takes a byte of the index: a number that counts records, and two numbers of each. */
static wm_status take_index(wm_xz_scan *scan, wm_error *err)
{
    const uint8_t byte = scan->part[0];
    scan->have = 0;
    scan->bytes++;
    if (scan->state == INDEX_COUNT) {
        if (scan->shift >= NUMBER_BITS)
            return say_malformed("the index", err);
        scan->left |= (uint64_t)(byte & 0x7f) << scan->shift;
        scan->shift += 7;
        if (byte >= 0x80)
            return WM_OK;
        scan->left *= 2;
        scan->state = INDEX_NUMBERS;
    } else if (byte < 0x80) {
        scan->left--;
    }
    if (scan->left == 0) {
        scan->skip = padding(scan->bytes) + CRC32 + STREAM_FOOTER;
        expect(scan, STREAM, 4);
    }
    return WM_OK;
}

static wm_status take_part(wm_xz_scan *scan, wm_error *err)
{
    switch (scan->state) {
    case STREAM:
        return take_stream(scan, err);
    case BLOCK:
        return take_block(scan, err);
    case CHUNK:
        return take_chunk(scan, err);
    default:
        return take_index(scan, err);
    }
}

wm_status wm_xz_scan_take(wm_xz_scan *scan, const void *data, size_t size, wm_error *err)
{
    const uint8_t *next = data;
    wm_status status = WM_OK;
    while (size > 0 && status == WM_OK) {
        const uint64_t wanted = scan->skip > 0 ? scan->skip : scan->need - scan->have;
        const size_t now = wanted < size ? (size_t)wanted : size;
        if (scan->skip > 0) {
            scan->skip -= now;
        } else {
            memcpy(scan->part + scan->have, next, now);
            scan->have += now;
            if (scan->have == scan->need)
                status = take_part(scan, err);
        }
        next += now;
        size -= now;
    }
    return status;
}
