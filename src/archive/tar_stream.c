/* Reads and writes tar archives entry by entry by libarchive, where the build has it.
 *
 * It refuses what no archive here may hold, whatever the archive is of: links, devices, paths that
 * lead elsewhere, and more bytes than an honest archive has. */
#include "archive/tar_stream.h"

#include "archive/xz_scan.h"
#include "base/code_point.h"
#include "base/status.h"

#include <string.h>

wm_tar_packing wm_tar_stream_packing(const char *head, size_t size)
{
    static const unsigned char GZIP[] = {0x1f, 0x8b}, XZ[] = {0xfd, '7', 'z', 'X', 'Z', 0};
    if (size >= sizeof GZIP && memcmp(head, GZIP, sizeof GZIP) == 0)
        return WM_TAR_GZIP;
    return size >= sizeof XZ && memcmp(head, XZ, sizeof XZ) == 0 ? WM_TAR_XZ : WM_TAR_PLAIN;
}

wm_tar_packing wm_tar_stream_packing_of_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    if (dot == NULL)
        return WM_TAR_GZIP;
    if (strcmp(dot, ".xz") == 0 && dot - name >= 4 && memcmp(dot - 4, ".tar", 4) == 0)
        return WM_TAR_XZ;
    return strcmp(dot, ".txz") == 0 ? WM_TAR_XZ : WM_TAR_GZIP;
}

#ifdef WM_HAVE_LIBARCHIVE

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { WINDOW = WM_TAR_STREAM_WINDOW, PATH_ROOM = 1024, SHOWN = 100, XZ_START = 256 << 10 };
enum { BLOCK = 512 };

/* Of an unpacked archive: all files, and headers. */
static const int64_t LIMIT = (int64_t)WM_SPOOL_BYTES + (16 << 20);

/* A file may always have so many bytes; more, only up to so many times those of the archive so far.
 * Shipped records have 2.5 to 3.4 times; deflate has 1,032 times at most, LZMA about 7,000. */
static const uint64_t FREE_BYTES = (uint64_t)64 << 20, RATIO_MOST = 100;

/* ---- reading --------------------------------------------------------------------------------- */

struct wm_tar_reader {
    wm_tar_input *input;
    struct archive *archive;
    struct archive_entry *entry;
    const wm_spool_share *share;
    unsigned count, most; /* entries */
    bool gave_head;
    bool is_over;   /* over 2 GiB were unpacked */
    bool is_unread; /* the file could not be read */
    bool has_end;
    uint64_t given; /* bytes of the archive that were read */
    wm_tar_packing packing;
    wm_xz_scan xz;
    wm_error why; /* of a refusal by read_input */
    char path[PATH_ROOM];
    char window[WINDOW];
};

/* Counts bytes of the archive, and looks at them before xz's decoder does. */
static la_ssize_t give(wm_tar_reader *at, const char *bytes, size_t size)
{
    at->given += size;
    if (at->packing == WM_TAR_XZ && wm_xz_scan_take(&at->xz, bytes, size, &at->why) != WM_OK)
        return -1;
    return (la_ssize_t)size;
}

static la_ssize_t read_input(struct archive *archive, void *context, const void **data)
{
    wm_tar_reader *at = context;
    ssize_t got;
    if (at->why.code != WM_OK)
        return -1;
    if (!at->gave_head) {
        at->gave_head = true;
        *data = at->input->head;
        return give(at, at->input->head, at->input->size);
    }
    if (archive_filter_bytes(archive, 0) > LIMIT) { /* for example zeros behind the end */
        at->is_over = true;
        return -1;
    }
    do
        got = read(at->input->file, at->window, sizeof at->window);
    while (got < 0 && errno == EINTR);
    at->is_unread = got < 0;
    if (got < 0)
        archive_set_error(archive, errno, "%s", strerror(errno));
    *data = at->window;
    return got < 0 ? got : give(at, at->window, (size_t)got);
}

/* Says that the library had no memory. It reports this as damage at times, and at times without a
 * word; errno, which was 0 before, says it in each case. */
static bool lacks_memory(struct archive *archive, const char *name, wm_error *err)
{
    if (archive_errno(archive) != ENOMEM && errno != ENOMEM)
        return false;
    (void)wm_error_set(err, WM_E_NOMEM, name, "%s", wm_status_text(WM_E_NOMEM));
    return true;
}

static wm_status say_damaged(const wm_tar_reader *at, wm_error *err)
{
    const char *words = archive_error_string(at->archive);
    if (lacks_memory(at->archive, NULL, err))
        return WM_E_NOMEM;
    if (at->is_over)
        return wm_error_set(err, WM_E_LIMIT, NULL, "refused: the archive unpacks to over 2 GiB");
    if (at->why.code != WM_OK)
        return wm_error_set(err, at->why.code, NULL, "%s", at->why.message);
    if (words == NULL)
        words = "no reason given";
    if (at->is_unread)
        return wm_error_set(err, WM_E_IO, NULL, "cannot read: %.200s", words);
    return wm_error_set(err, WM_E_SYNTAX, NULL, "the archive is damaged or no tar archive: %.200s",
                        words);
}

wm_status wm_tar_stream_refuse(const char *path, const char *words, wm_error *err)
{
    return wm_error_set(err, WM_E_INVALID, NULL, "refused: '%.*s' in the archive %s",
                        WM_FIT(path, SHOWN), words);
}

/* Whether memory can be had now. libarchive 3.6.2 reads through a null pointer where liblzma gets
 * none for the start of its decoder, 66 KiB in all. */
static bool has_memory(size_t size)
{
    void *volatile room = malloc(size);
    const bool answer = room != NULL;
    free(room);
    return answer;
}

/* Adds the filter that the first bytes are of, and no other. xz is added as the only one:
 * libarchive would find a second one inside, whose dictionary nothing here has looked at. Where
 * libarchive has no liblzma it would start the program xz, and says so by a warning. */
static wm_status add_filter(wm_tar_reader *at, wm_error *err)
{
    int result = ARCHIVE_OK;
    if (at->packing == WM_TAR_GZIP)
        result = archive_read_support_filter_gzip(at->archive);
    if (at->packing == WM_TAR_XZ) {
        if (archive_read_support_filter_xz(at->archive) == ARCHIVE_WARN)
            return wm_error_set(err, WM_E_UNSUPPORTED, NULL,
                                "libarchive was built without liblzma and cannot read xz; unpack "
                                "the archive with tar xJf");
        if (!has_memory(XZ_START))
            return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
        result = archive_read_append_filter(at->archive, ARCHIVE_FILTER_XZ);
    }
    return result == ARCHIVE_OK ? WM_OK : say_damaged(at, err);
}

/* Opens the archive. archive_read_open does not look whether the library had memory for the pointer
 * to our data, and then reads through it. */
static wm_status open_archive(wm_tar_reader *at, wm_error *err)
{
    const wm_status status = add_filter(at, err);
    if (status != WM_OK)
        return status;
    if (archive_read_support_format_tar(at->archive) != ARCHIVE_OK ||
        /* entries behind the end of the archive: some programs unpack them */
        archive_read_set_format_option(at->archive, "tar", "read_concatenated_archives", "1") !=
            ARCHIVE_OK ||
        archive_read_set_read_callback(at->archive, read_input) != ARCHIVE_OK ||
        archive_read_set_callback_data(at->archive, at) != ARCHIVE_OK ||
        archive_read_open1(at->archive) != ARCHIVE_OK)
        return say_damaged(at, err);
    return WM_OK;
}

wm_status wm_tar_stream_open(wm_tar_input *input, unsigned most, const wm_spool_share *share,
                             wm_tar_reader **reader, wm_error *err)
{
    wm_tar_reader *at = calloc(1, sizeof *at);
    *reader = at;
    errno = 0;
    if (at == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    at->input = input;
    at->most = most;
    at->share = share;
    at->packing = wm_tar_stream_packing(input->head, input->size);
    wm_xz_scan_init(&at->xz);
    at->archive = archive_read_new();
    /* The library's own entry may be missing where memory was short, and it does not look. */
    at->entry = archive_entry_new2(at->archive);
    if (at->archive == NULL || at->entry == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    return open_archive(at, err);
}

void wm_tar_stream_close(wm_tar_reader *reader)
{
    if (reader == NULL)
        return;
    archive_entry_free(reader->entry);
    (void)archive_read_free(reader->archive);
    free(reader);
}

/* Whether a path is absolute or has an empty, `.` or `..` component. */
static bool is_crooked(const char *path)
{
    while (true) {
        const size_t size = strcspn(path, "/");
        if (size == 0 || (size == 1 && path[0] == '.') || (size == 2 && memcmp(path, "..", 2) == 0))
            return true;
        if (path[size] == '\0')
            return false;
        path += size + 1;
    }
}

static wm_status check_plain(struct archive_entry *entry, const char *path, wm_error *err)
{
    const int64_t size = archive_entry_size(entry);
    if (archive_entry_hardlink(entry) != NULL || archive_entry_filetype(entry) == AE_IFLNK)
        return wm_tar_stream_refuse(path, "is a link", err);
    if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR)
        return wm_tar_stream_refuse(path, "is a device, a pipe or a socket", err);
    if (archive_entry_sparse_count(entry) > 0)
        return wm_tar_stream_refuse(path, "is a sparse file", err);
    if (size < 0 || (uint64_t)size > WM_SPOOL_FILE_BYTES)
        return wm_error_set(err, WM_E_LIMIT, NULL,
                            "refused: '%.*s' in the archive is too large: over 1 GiB",
                            WM_FIT(path, SHOWN));
    return WM_OK;
}

/* Takes the path of the entry; an empty one is the folder of all. */
static wm_status take_path(wm_tar_reader *at, wm_error *err)
{
    const char *given = archive_entry_pathname(at->entry);
    size_t size;
    wm_status status;
    if (given == NULL)
        given = archive_entry_pathname_utf8(at->entry);
    if (given == NULL || given[0] == '\0' || strlen(given) >= sizeof at->path)
        return wm_error_set(err, WM_E_INVALID, NULL,
                            "refused: a name in the archive is empty, too long or not readable");
    status = check_plain(at->entry, given, err);
    if (status != WM_OK)
        return status;
    memcpy(at->path, given, strlen(given) + 1);
    for (size = strlen(at->path); size > 1 && at->path[size - 1] == '/'; size--)
        at->path[size - 1] = '\0';
    if (strncmp(at->path, "./", 2) == 0)
        memmove(at->path, at->path + 2, size - 1);
    if (archive_entry_filetype(at->entry) == AE_IFDIR && strcmp(at->path, ".") == 0)
        at->path[0] = '\0';
    else if (is_crooked(at->path))
        return wm_tar_stream_refuse(given, "is absolute or has an empty, '.' or '..' part", err);
    return WM_OK;
}

wm_status wm_tar_stream_next(wm_tar_reader *at, wm_tar_entry *entry, wm_error *err)
{
    wm_status status = WM_OK;
    entry->path = NULL;
    do {
        const int64_t from = archive_filter_bytes(at->archive, 0);
        const int result = archive_read_next_header2(at->archive, at->entry);
        if (result == ARCHIVE_EOF) {
            const int64_t padded = (from + BLOCK - 1) / BLOCK * BLOCK;
            at->has_end = archive_filter_bytes(at->archive, 0) - padded >= 2 * (int64_t)BLOCK;
            return WM_OK;
        }
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
            return say_damaged(at, err);
        if (archive_filter_count(at->archive) > 2) /* gzip, and the file */
            return wm_error_set(err, WM_E_INVALID, NULL, "refused: compressed twice");
        if (at->count++ == at->most)
            return wm_error_set(err, WM_E_LIMIT, NULL, "the archive has too many entries");
        status = take_path(at, err);
    } while (status == WM_OK && at->path[0] == '\0');
    if (status == WM_OK) {
        entry->path = at->path;
        entry->is_folder = archive_entry_filetype(at->entry) == AE_IFDIR;
    }
    return status;
}

bool wm_tar_stream_has_end(const wm_tar_reader *at)
{
    return at->has_end;
}

wm_status wm_tar_stream_read(wm_tar_reader *at, const char *name, char *window, size_t *got,
                             wm_error *err)
{
    la_ssize_t size;
    *got = 0;
    if (at->share->bytes > FREE_BYTES && at->share->bytes / RATIO_MOST > at->given)
        return wm_error_set(err, WM_E_LIMIT, NULL,
                            "refused: %.*s unpacks to over 64 MiB and %u times its size; unpack "
                            "it with tar to audit its folder",
                            WM_FIT(name, SHOWN), (unsigned)RATIO_MOST);
    size = archive_read_data(at->archive, window, WINDOW);
    if (size < 0)
        return say_damaged(at, err);
    *got = (size_t)size;
    return WM_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* libarchive's own struct is all that a writer has. */
static struct archive *archive_of(wm_tar_writer *writer)
{
    return (struct archive *)(void *)writer;
}

static wm_status say_pack(struct archive *archive, const char *name, wm_error *err)
{
    const char *words = archive_error_string(archive);
    if (lacks_memory(archive, name, err))
        return WM_E_NOMEM;
    return wm_error_set(err, WM_E_IO, name, "cannot be packed: %.200s",
                        words != NULL ? words : "no reason given");
}

/* Adds gzip without the time in its header, or xz by one thread: bytes depend on the library alone.
 * Preset 6 has a dictionary of 8 MiB. Preset 9 made records smaller by 0.1 % at most. */
static wm_status add_write_filter(struct archive *archive, wm_tar_packing packing, wm_error *err)
{
    const bool is_xz = packing == WM_TAR_XZ;
    const char *name = is_xz ? "xz" : "gzip", *option = is_xz ? "threads" : "timestamp";
    const int result =
        is_xz ? archive_write_add_filter_xz(archive) : archive_write_add_filter_gzip(archive);
    if (result == ARCHIVE_WARN && is_xz)
        return wm_error_set(err, WM_E_UNSUPPORTED, NULL,
                            "libarchive was built without liblzma and cannot write xz; write a "
                            ".tar.gz");
    if (result != ARCHIVE_OK ||
        archive_write_set_filter_option(archive, name, option, is_xz ? "1" : NULL) != ARCHIVE_OK ||
        archive_write_set_filter_option(archive, name, "compression-level", "6") != ARCHIVE_OK)
        return say_pack(archive, "the archive", err);
    return WM_OK;
}

wm_status wm_tar_stream_begin(int file, wm_tar_packing packing, wm_tar_writer **writer,
                              wm_error *err)
{
    errno = 0;
    struct archive *archive = archive_write_new();
    wm_status status;
    *writer = (wm_tar_writer *)(void *)archive;
    if (archive == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    status = add_write_filter(archive, packing, err);
    if (status != WM_OK)
        return status;
    /* No padding behind the compressed bytes. */
    if (archive_write_set_format_ustar(archive) != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK ||
        archive_write_open_fd(archive, file) != ARCHIVE_OK)
        return say_pack(archive, "the archive", err);
    return WM_OK;
}

wm_status wm_tar_stream_add(wm_tar_writer *writer, const char *path, uint64_t size_bytes,
                            wm_error *err)
{
    struct archive_entry *entry = archive_entry_new();
    wm_status status = WM_OK;
    if (entry == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    archive_entry_set_pathname(entry, path);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)size_bytes);
    archive_entry_set_mtime(entry, 0, 0);
    archive_entry_set_uid(entry, 0);
    archive_entry_set_gid(entry, 0);
    if (archive_write_header(archive_of(writer), entry) != ARCHIVE_OK)
        status = say_pack(archive_of(writer), path, err);
    archive_entry_free(entry);
    return status;
}

wm_status wm_tar_stream_write(wm_tar_writer *writer, const void *data, size_t size,
                              const char *name, wm_error *err)
{
    const la_ssize_t done = archive_write_data(archive_of(writer), data, size);
    return done == (la_ssize_t)size ? WM_OK : say_pack(archive_of(writer), name, err);
}

wm_status wm_tar_stream_finish(wm_tar_writer *writer, wm_status status, wm_error *err)
{
    if (writer == NULL)
        return status;
    if (archive_write_close(archive_of(writer)) != ARCHIVE_OK && status == WM_OK)
        status = say_pack(archive_of(writer), "the archive", err);
    (void)archive_write_free(archive_of(writer));
    return status;
}

#else

static wm_status refuse(wm_error *err)
{
    return wm_error_set(err, WM_E_UNSUPPORTED, NULL,
                        "this program was built without libarchive; install libarchive-dev and "
                        "build again, or use tar xf");
}

wm_status wm_tar_stream_refuse(const char *path, const char *words, wm_error *err)
{
    (void)path;
    (void)words;
    return refuse(err);
}

wm_status wm_tar_stream_open(wm_tar_input *input, unsigned most, const wm_spool_share *share,
                             wm_tar_reader **reader, wm_error *err)
{
    (void)input;
    (void)most;
    (void)share;
    *reader = NULL;
    return refuse(err);
}

void wm_tar_stream_close(wm_tar_reader *reader)
{
    (void)reader;
}

wm_status wm_tar_stream_next(wm_tar_reader *reader, wm_tar_entry *entry, wm_error *err)
{
    (void)reader;
    entry->path = NULL;
    return refuse(err);
}

bool wm_tar_stream_has_end(const wm_tar_reader *reader)
{
    (void)reader;
    return false;
}

wm_status wm_tar_stream_read(wm_tar_reader *reader, const char *name, char *window, size_t *got,
                             wm_error *err)
{
    (void)reader;
    (void)name;
    (void)window;
    *got = 0;
    return refuse(err);
}

wm_status wm_tar_stream_begin(int file, wm_tar_packing packing, wm_tar_writer **writer,
                              wm_error *err)
{
    (void)file;
    (void)packing;
    *writer = NULL;
    return refuse(err);
}

wm_status wm_tar_stream_add(wm_tar_writer *writer, const char *path, uint64_t size_bytes,
                            wm_error *err)
{
    (void)writer;
    (void)path;
    (void)size_bytes;
    return refuse(err);
}

wm_status wm_tar_stream_write(wm_tar_writer *writer, const void *data, size_t size,
                              const char *name, wm_error *err)
{
    (void)writer;
    (void)data;
    (void)size;
    (void)name;
    return refuse(err);
}

wm_status wm_tar_stream_finish(wm_tar_writer *writer, wm_status status, wm_error *err)
{
    (void)writer;
    (void)err;
    return status;
}

#endif
