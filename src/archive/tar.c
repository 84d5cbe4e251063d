/* Reads and writes tar archives of records by libarchive, where the build has it. */
#include "archive/tar.h"

#include "base/status.h"
#include "record/nodes/kind_root.h"

#ifdef WM_HAVE_LIBARCHIVE

#include "base/code_point.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = 65536, NAMES_MAX = 16, ENTRIES_MAX = 64, SHOWN = 100 };

/* Of an unpacked archive: all files, and headers. */
static const int64_t LIMIT = (int64_t)WM_SPOOL_BYTES + (16 << 20);

/* A file may always have so many bytes; more, only up to so many times those of the archive so far.
 * Shipped records have 2.5 to 3.4 times; deflate has 1,032 times at most. */
static const uint64_t FREE_BYTES = (uint64_t)64 << 20, RATIO_MOST = 100;

/* ---- reading --------------------------------------------------------------------------------- */

/* An archive that is being unpacked. */
typedef struct unpacking {
    wm_tar_input *input;
    bool gave_head;
    char window[WINDOW];
    int folder;
    bool has_top; /* a file said whether there is a top folder */
    char top[WM_TAR_TOP];
    bool has_folder; /* an entry for a folder at the top came */
    char first_folder[WM_TAR_TOP];
    bool is_there[NAMES_MAX]; /* by index of wm_kind_root_file_at */
    uint64_t given;           /* bytes of the archive that were read */
    bool is_over;             /* over 2 GiB were unpacked */
    wm_spool_share *share;
    wm_error *err;
} unpacking;

static la_ssize_t read_input(struct archive *archive, void *context, const void **data)
{
    unpacking *at = context;
    ssize_t got;
    if (!at->gave_head) {
        at->gave_head = true;
        at->given = at->input->size;
        *data = at->input->head;
        return (la_ssize_t)at->input->size;
    }
    if (archive_filter_bytes(archive, 0) > LIMIT) { /* for example zeros behind the end */
        at->is_over = true;
        return -1;
    }
    do
        got = read(at->input->file, at->window, sizeof at->window);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        archive_set_error(archive, errno, "cannot read: %s", strerror(errno));
    else
        at->given += (uint64_t)got;
    *data = at->window;
    return got;
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

static wm_status say_damaged(const unpacking *at, struct archive *archive)
{
    const char *words = archive_error_string(archive);
    if (lacks_memory(archive, NULL, at->err))
        return WM_E_NOMEM;
    if (at->is_over)
        return wm_error_set(at->err, WM_E_LIMIT, NULL,
                            "refused: the archive unpacks to over 2 GiB");
    return wm_error_set(at->err, WM_E_IO, NULL, "the archive is damaged or no tar archive: %.200s",
                        words != NULL ? words : "no reason given");
}

static wm_status refuse(const unpacking *at, const char *path, const char *words)
{
    return wm_error_set(at->err, WM_E_INVALID, NULL, "refused: '%.*s' in the archive %s",
                        WM_FIT(path, SHOWN), words);
}

/* The index of a record's file; false for any other path. */
static bool find_name(const char *path, size_t *index)
{
    for (*index = 0; wm_kind_root_file_at(*index) != NULL; (*index)++)
        if (strcmp(wm_kind_root_file_at(*index), path) == 0)
            return true;
    return false;
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

/* Splits the path of a file into the top folder, maybe none, and a record's file. */
static wm_status take_path(unpacking *at, const char *path, size_t *index)
{
    const char *slash = strchr(path, '/');
    size_t top = 0;
    if (!find_name(path, index)) {
        if (slash == NULL || !find_name(slash + 1, index))
            return refuse(at, path, "is no file of a record");
        top = (size_t)(slash - path);
    }
    if (top >= sizeof at->top)
        return refuse(at, path, "is in a folder with a name over 255 bytes");
    if (at->has_top && (strlen(at->top) != top || memcmp(at->top, path, top) != 0))
        return refuse(at, path, "is in a second folder; an archive holds one record");
    at->has_top = true;
    memcpy(at->top, path, top);
    at->top[top] = '\0';
    if (at->is_there[*index])
        return refuse(at, path, "is there twice");
    at->is_there[*index] = true;
    return WM_OK;
}

/* Takes the entry of a folder. Nothing is made of it; only its name is checked. */
static wm_status take_folder(unpacking *at, const char *path)
{
    const char *slash = strchr(path, '/');
    const char *last = slash == NULL ? path : slash + 1;
    const bool is_inner = strcmp(last, "code") == 0 || strcmp(last, "prior") == 0;
    if (is_inner)
        return WM_OK;
    if (slash != NULL)
        return refuse(at, path, "is no folder of a record");
    if (strlen(path) >= sizeof at->first_folder)
        return refuse(at, path, "has a name over 255 bytes");
    if (at->has_folder && strcmp(at->first_folder, path) != 0)
        return refuse(at, path, "is a second folder; an archive holds one record");
    at->has_folder = true;
    memcpy(at->first_folder, path, strlen(path) + 1);
    return WM_OK;
}

/* Takes the bytes of a file. */
static wm_status take_bytes(unpacking *at, struct archive *archive, wm_spool_file *file,
                            char *window)
{
    la_ssize_t got;
    while ((got = archive_read_data(archive, window, WINDOW)) > 0) {
        const wm_status status = wm_spool_file_take(file, window, (size_t)got, at->err);
        if (status != WM_OK)
            return status;
        if (at->share->bytes > FREE_BYTES && at->share->bytes / RATIO_MOST > at->given)
            return wm_error_set(at->err, WM_E_LIMIT, NULL,
                                "refused: %s unpacks to over 64 MiB and %u times its size; unpack "
                                "it with tar to audit its folder",
                                file->name, (unsigned)RATIO_MOST);
    }
    return got < 0 ? say_damaged(at, archive) : WM_OK;
}

static wm_status copy_file(unpacking *at, struct archive *archive, const char *name)
{
    char *window = malloc(WINDOW);
    wm_spool_file file;
    wm_status status;
    if (window == NULL)
        return wm_error_set(at->err, WM_E_NOMEM, NULL, "out of memory");
    status = wm_spool_file_open(at->folder, name, at->share, &file, at->err);
    if (status == WM_OK)
        status = take_bytes(at, archive, &file, window);
    status = wm_spool_file_close(&file, status, at->err);
    free(window);
    return status;
}

static wm_status check_plain(const unpacking *at, struct archive_entry *entry, const char *path)
{
    const int64_t size = archive_entry_size(entry);
    if (archive_entry_hardlink(entry) != NULL || archive_entry_filetype(entry) == AE_IFLNK)
        return refuse(at, path, "is a link");
    if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR)
        return refuse(at, path, "is a device, a pipe or a socket");
    if (archive_entry_sparse_count(entry) > 0)
        return refuse(at, path, "is a sparse file");
    if (size < 0 || (uint64_t)size > WM_SPOOL_FILE_BYTES)
        return wm_error_set(at->err, WM_E_LIMIT, NULL,
                            "refused: '%.*s' in the archive is too large: over 1 GiB",
                            WM_FIT(path, SHOWN));
    return WM_OK;
}

/* Unpacks one entry, by its path without `./` in front and `/` behind. */
static wm_status take_entry(unpacking *at, struct archive *archive, struct archive_entry *entry)
{
    const char *given = archive_entry_pathname(entry);
    char path[1024];
    size_t size, index;
    wm_status status;
    if (given == NULL)
        given = archive_entry_pathname_utf8(entry);
    if (given == NULL || given[0] == '\0' || strlen(given) >= sizeof path)
        return wm_error_set(at->err, WM_E_INVALID, NULL,
                            "refused: a name in the archive is empty, too long or not readable");
    status = check_plain(at, entry, given);
    if (status != WM_OK)
        return status;
    memcpy(path, given, strlen(given) + 1);
    for (size = strlen(path); size > 1 && path[size - 1] == '/'; size--)
        path[size - 1] = '\0';
    if (strncmp(path, "./", 2) == 0)
        memmove(path, path + 2, size - 1);
    if (archive_entry_filetype(entry) == AE_IFDIR && strcmp(path, ".") == 0)
        return WM_OK;
    if (is_crooked(path))
        return refuse(at, given, "is absolute or has an empty, '.' or '..' part");
    if (archive_entry_filetype(entry) == AE_IFDIR)
        return take_folder(at, path);
    status = take_path(at, path, &index);
    return status == WM_OK ? copy_file(at, archive, wm_kind_root_file_at(index)) : status;
}

static wm_status read_entries(unpacking *at, struct archive *archive, struct archive_entry *entry)
{
    for (unsigned count = 0;; count++) {
        wm_status status;
        const int result = archive_read_next_header2(archive, entry);
        if (result == ARCHIVE_EOF)
            return WM_OK;
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
            return say_damaged(at, archive);
        if (archive_filter_count(archive) > 2) /* gzip, and the file */
            return wm_error_set(at->err, WM_E_INVALID, NULL, "refused: compressed twice");
        if (count == ENTRIES_MAX)
            return wm_error_set(at->err, WM_E_LIMIT, NULL, "the archive has too many entries");
        status = take_entry(at, archive, entry);
        if (status != WM_OK)
            return status;
    }
}

/* What can only be said of the whole archive. */
static wm_status check_whole(const unpacking *at)
{
    size_t evidence;
    if (!find_name("evidence.jsonl", &evidence) || !at->is_there[evidence])
        return wm_error_set(at->err, WM_E_INVALID, NULL,
                            "not a record: the archive has no evidence.jsonl");
    if (at->has_folder && strcmp(at->first_folder, at->top) != 0)
        return refuse(at, at->first_folder, "is a second folder; an archive holds one record");
    return WM_OK;
}

/* Opens the archive. archive_read_open does not look whether the library had memory for the pointer
 * to our data, and then reads through it. */
static wm_status open_archive(unpacking *at, struct archive *archive)
{
    if (archive_read_support_filter_gzip(archive) != ARCHIVE_OK ||
        archive_read_support_format_tar(archive) != ARCHIVE_OK ||
        /* entries behind the end of the archive: some programs unpack them */
        archive_read_set_format_option(archive, "tar", "read_concatenated_archives", "1") !=
            ARCHIVE_OK ||
        archive_read_set_read_callback(archive, read_input) != ARCHIVE_OK ||
        archive_read_set_callback_data(archive, at) != ARCHIVE_OK ||
        archive_read_open1(archive) != ARCHIVE_OK)
        return say_damaged(at, archive);
    return WM_OK;
}

wm_status wm_tar_unpack(wm_tar_input *input, int folder, wm_spool_share *share,
                        char top[WM_TAR_TOP], wm_error *err)
{
    errno = 0;
    struct archive *archive = archive_read_new();
    /* The library's own entry may be missing where memory was short, and it does not look. */
    struct archive_entry *entry = archive_entry_new2(archive);
    unpacking *at = calloc(1, sizeof *at);
    wm_status status;
    top[0] = '\0';
    if (archive == NULL || entry == NULL || at == NULL) {
        archive_entry_free(entry);
        (void)archive_read_free(archive);
        free(at);
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    }
    at->input = input;
    at->folder = folder;
    at->share = share;
    at->err = err;
    status = open_archive(at, archive);
    if (status == WM_OK)
        status = read_entries(at, archive, entry);
    if (status == WM_OK)
        status = check_whole(at);
    if (status == WM_OK)
        memcpy(top, at->top, sizeof at->top);
    archive_entry_free(entry);
    (void)archive_read_free(archive);
    free(at);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static wm_status say_pack(struct archive *archive, const char *name, wm_error *err)
{
    const char *words = archive_error_string(archive);
    if (lacks_memory(archive, name, err))
        return WM_E_NOMEM;
    return wm_error_set(err, WM_E_IO, name, "cannot be packed: %.200s",
                        words != NULL ? words : "no reason given");
}

static wm_status write_header(struct archive *archive, const char *top, const char *name,
                              const struct stat *about, wm_error *err)
{
    struct archive_entry *entry = archive_entry_new();
    char path[WM_TAR_TOP + 64];
    wm_status status = WM_OK;
    if (entry == NULL)
        return wm_error_set(err, WM_E_NOMEM, name, "out of memory");
    (void)snprintf(path, sizeof path, "%s/%s", top, name);
    archive_entry_set_pathname(entry, path);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, about->st_size);
    archive_entry_set_mtime(entry, 0, 0);
    archive_entry_set_uid(entry, 0);
    archive_entry_set_gid(entry, 0);
    if (archive_write_header(archive, entry) != ARCHIVE_OK)
        status = say_pack(archive, name, err);
    archive_entry_free(entry);
    return status;
}

static wm_status write_data(struct archive *archive, int from, const char *name, uint64_t size,
                            wm_error *err)
{
    char *window = malloc(WINDOW);
    wm_status status =
        window == NULL ? wm_error_set(err, WM_E_NOMEM, name, "out of memory") : WM_OK;
    while (status == WM_OK && size > 0) {
        const ssize_t got = read(from, window, size < WINDOW ? (size_t)size : WINDOW);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            status = wm_error_set(err, WM_E_IO, name, "cannot read: %s",
                                  got < 0 ? strerror(errno) : "the file became shorter");
        else if (archive_write_data(archive, window, (size_t)got) != got)
            status = say_pack(archive, name, err);
        else
            size -= (uint64_t)got;
    }
    free(window);
    return status;
}

/* Writes one file, if the folder has it. */
static wm_status pack_file(struct archive *archive, int folder, const char *top, const char *name,
                           wm_error *err)
{
    const int from = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    struct stat about;
    wm_status status = WM_OK;
    if (from < 0 && (errno == ENOENT || errno == ENOTDIR))
        return WM_OK;
    if (from < 0)
        return wm_error_set(err, WM_E_IO, name, "cannot open: %s", strerror(errno));
    if (fstat(from, &about) != 0 || !S_ISREG(about.st_mode))
        status = wm_error_set(err, WM_E_IO, name, "is no plain file");
    if (status == WM_OK)
        status = write_header(archive, top, name, &about, err);
    if (status == WM_OK)
        status = write_data(archive, from, name, (uint64_t)about.st_size, err);
    (void)close(from);
    return status;
}

wm_status wm_tar_pack(int folder, const char *top, int file, wm_error *err)
{
    errno = 0;
    struct archive *archive = archive_write_new();
    wm_status status = WM_OK;
    if (archive == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    /* Without the time in gzip's header; no padding behind the compressed bytes. */
    if (archive_write_set_format_ustar(archive) != ARCHIVE_OK ||
        archive_write_add_filter_gzip(archive) != ARCHIVE_OK ||
        archive_write_set_filter_option(archive, "gzip", "timestamp", NULL) != ARCHIVE_OK ||
        archive_write_set_filter_option(archive, "gzip", "compression-level", "6") != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK ||
        archive_write_open_fd(archive, file) != ARCHIVE_OK)
        status = say_pack(archive, "the archive", err);
    for (size_t i = 0; status == WM_OK && wm_kind_root_file_at(i) != NULL; i++)
        status = pack_file(archive, folder, top, wm_kind_root_file_at(i), err);
    if (archive_write_close(archive) != ARCHIVE_OK && status == WM_OK)
        status = say_pack(archive, "the archive", err);
    (void)archive_write_free(archive);
    return status;
}

#else

static wm_status refuse(wm_error *err)
{
    return wm_error_set(err, WM_E_UNSUPPORTED, NULL,
                        "this program was built without libarchive; install libarchive-dev and "
                        "build again, or use tar xzf");
}

wm_status wm_tar_unpack(wm_tar_input *input, int folder, wm_spool_share *share,
                        char top[WM_TAR_TOP], wm_error *err)
{
    (void)input;
    (void)folder;
    (void)share;
    top[0] = '\0';
    return refuse(err);
}

wm_status wm_tar_pack(int folder, const char *top, int file, wm_error *err)
{
    (void)folder;
    (void)top;
    (void)file;
    return refuse(err);
}

#endif
