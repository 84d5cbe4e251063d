/* Unpacks records from archives and from standard input into a private temporary folder. */
#include "archive/spool.h"

#include "archive/disk.h"
#include "archive/sealed_unpack.h"
#include "archive/tar.h"
#include "base/status.h"
#include "record/nodes/kind_root.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BASE_MAX = 4000, HEAD = WM_TAR_STREAM_HEAD, WINDOW = 65536, TRIES = 100 };

static const char EVIDENCE[] = "evidence.jsonl";

/* The folder of this process. A signal's handler reads all of it. */
static char parent[BASE_MAX + 32]; /* empty: not made yet */
static int parent_folder = -1;
static volatile unsigned next_number; /* of the next record's folder */
static volatile sig_atomic_t is_over;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- the folders ----------------------------------------------------------------------------- */

/* Writes a number as a name. A handler may not call snprintf. */
static void name_number(unsigned number, char name[16])
{
    char digits[16];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    for (size_t i = 0; i < count; i++)
        name[i] = digits[count - 1 - i];
    name[count] = '\0';
}

/* Removes what has numbers as names in a folder: files, or folders of records. */
static void remove_members(const char *name)
{
    const int folder = openat(parent_folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    char member[16];
    bool has_more = folder >= 0;
    for (unsigned number = 0; has_more; number++) {
        name_number(number, member);
        has_more = unlinkat(folder, member, 0) == 0 || errno == EISDIR;
        wm_disk_remove_record(folder, member);
    }
    if (folder >= 0)
        (void)close(folder);
}

/* Removes the folder of records, or of the members of a sealed document. */
static void remove_number(unsigned number)
{
    char name[16];
    name_number(number, name);
    remove_members(name);
    wm_disk_remove_record(parent_folder, name);
}

void wm_spool_remove_all(void)
{
    const int saved = errno;
    is_over = 1;
    if (parent[0] == '\0')
        return;
    /* Another thread may add a file between two steps; a removed folder takes no more. */
    for (unsigned i = 0; i < TRIES && rmdir(parent) != 0 && errno != ENOENT; i++)
        for (unsigned number = 0; number < next_number; number++)
            remove_number(number);
    parent[0] = '\0';
    errno = saved;
}

/* Makes the folder of this process. Its name is in `parent` before it is there, so that a signal's
 * handler finds it at every moment. */
static wm_status make_parent(const char *base, wm_error *err)
{
    if (strlen(base) > BASE_MAX)
        return wm_error_set(err, WM_E_ARG, "TMPDIR", "the path is too long");
    (void)snprintf(parent, sizeof parent, "%s/witnessmark-XXXXXX", base);
    if (mkdtemp(parent) == NULL) {
        parent[0] = '\0';
        return wm_error_set(err, WM_E_IO, base, "cannot make a temporary folder: %s; set TMPDIR",
                            strerror(errno));
    }
    parent_folder = open(parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (parent_folder < 0) {
        (void)wm_error_set(err, WM_E_IO, parent, "cannot open: %s", strerror(errno));
        (void)rmdir(parent);
        parent[0] = '\0';
        return WM_E_IO;
    }
    return WM_OK;
}

/* Makes a folder. *folder is its descriptor. */
static wm_status make_folder(const char *base, unsigned *number, int *folder, wm_error *err)
{
    char name[16];
    wm_status status = WM_OK;
    (void)pthread_mutex_lock(&lock);
    if (is_over)
        status = wm_error_set(err, WM_E_INTERRUPTED, NULL, "interrupted");
    else if (parent[0] == '\0')
        status = make_parent(base, err);
    if (status == WM_OK)
        *number = next_number++;
    (void)pthread_mutex_unlock(&lock);
    if (status != WM_OK)
        return status;
    name_number(*number, name);
    *folder = -1;
    if (mkdirat(parent_folder, name, 0700) == 0)
        *folder = openat(parent_folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (*folder < 0)
        return wm_error_set(err, WM_E_IO, parent, "cannot make a temporary folder: %s",
                            strerror(errno));
    return WM_OK;
}

void wm_spool_close(wm_spool *spool)
{
    remove_number(spool->number);
    if (spool->is_sealed)
        remove_number(spool->members);
    wm_sealed_members_close(&spool->sealed);
    free(spool->records.record);
    spool->records = (wm_tar_records){NULL, 0, 0};
    wm_spool_share_give(&spool->share);
    spool->path[0] = '\0';
}

/* ---- unpacking ------------------------------------------------------------------------------- */

/* Whether bytes begin as gzip, xz or tar (POSIX.1-2017, pax, ustar) do. */
static bool is_archive(const char *head, size_t size)
{
    return wm_tar_stream_packing(head, size) != WM_TAR_PLAIN ||
           (size >= 262 && memcmp(head + 257, "ustar", 5) == 0);
}

/* Reads up to HEAD bytes. Errors: IO, with errno. */
static wm_status read_head(wm_tar_input *input)
{
    while (input->size < HEAD) {
        const ssize_t got = read(input->file, input->head + input->size, HEAD - input->size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return WM_E_IO;
        if (got == 0)
            break;
        input->size += (size_t)got;
    }
    return WM_OK;
}

bool wm_spool_takes(const char *path)
{
    wm_tar_input input = {.file = -1};
    struct stat about;
    bool answer = false;
    if (strcmp(path, "-") == 0)
        return true;
    input.file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (input.file < 0)
        return false;
    if (fstat(input.file, &about) == 0 && S_ISREG(about.st_mode) && read_head(&input) == WM_OK)
        answer = is_archive(input.head, input.size);
    (void)close(input.file);
    return answer;
}

/* Copies an evidence.jsonl, which begins with the head. */
static wm_status copy_evidence(wm_tar_input *input, int folder, wm_spool_share *share,
                               wm_error *err)
{
    char *window = malloc(WINDOW);
    ssize_t got = 1;
    wm_spool_file file;
    wm_status status;
    if (window == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    status = wm_spool_file_open(folder, EVIDENCE, share, &file, err);
    if (status == WM_OK)
        status = wm_spool_file_take(&file, input->head, input->size, err);
    while (status == WM_OK && got != 0) {
        got = read(input->file, window, WINDOW);
        if (got > 0)
            status = wm_spool_file_take(&file, window, (size_t)got, err);
        else if (got < 0 && errno != EINTR)
            status = wm_error_set(err, WM_E_IO, NULL, "cannot read: %s", strerror(errno));
    }
    free(window);
    return wm_spool_file_close(&file, status, err);
}

/* Unpacks a sealed document: its record into the record's folder. */
static wm_status unpack_sealed(const char *base, wm_tar_input *input, const char *top, int folder,
                               wm_spool *spool, wm_error *err)
{
    int members = -1;
    wm_status status = make_folder(base, &spool->members, &members, err);
    if (status != WM_OK)
        return status;
    spool->is_sealed = true;
    status = wm_sealed_unpack(input, top, members, folder, &spool->share, &spool->sealed, err);
    (void)close(members);
    (void)snprintf(spool->sealed.top, sizeof spool->sealed.top, "%s/%u", parent, spool->members);
    (void)snprintf(spool->sealed.record, sizeof spool->sealed.record, "%s", spool->path);
    (void)snprintf(spool->inside, sizeof spool->inside, "%sanc/record", top);
    return status;
}

/* Unpacks a record, or several. */
static wm_status unpack_records(wm_tar_input *input, int folder, size_t most, wm_spool *spool,
                                wm_error *err)
{
    wm_tar_records one = {NULL, 0, 0};
    wm_status status;
    if (most > 1)
        return wm_tar_unpack(input, folder, most, &spool->share, &spool->records, err);
    status = wm_tar_unpack(input, folder, 1, &spool->share, &one, err);
    if (status == WM_OK)
        memcpy(spool->inside, one.record[0].top, sizeof one.record[0].top);
    free(one.record);
    return status;
}

/* Unpacks an archive. What a pipe has can be read once: it is taken for a record. */
static wm_status unpack_archive(const char *base, wm_tar_input *input, int folder, size_t most,
                                wm_spool *spool, wm_error *err)
{
    char top[WM_SEALED_UNPACK_TOP];
    bool is_sealed = false;
    if (lseek(input->file, 0, SEEK_CUR) == (off_t)input->size) {
        const wm_status status = wm_sealed_unpack_look(input, &is_sealed, top, err);
        if (status != WM_OK)
            return status;
    }
    return is_sealed ? unpack_sealed(base, input, top, folder, spool, err)
                     : unpack_records(input, folder, most, spool, err);
}

/* Unpacks what the input holds into the record's folder. */
static wm_status unpack(const char *base, wm_tar_input *input, int folder, size_t most,
                        wm_spool *spool, wm_error *err)
{
    const size_t used = strlen(spool->path);
    if (input->size == 0)
        return wm_error_set(err, WM_E_SYNTAX, NULL, "is empty");
    spool->is_archive = is_archive(input->head, input->size);
    if (spool->is_archive)
        return unpack_archive(base, input, folder, most, spool, err);
    (void)snprintf(spool->path + used, sizeof spool->path - used, "/%s", EVIDENCE);
    return copy_evidence(input, folder, &spool->share, err);
}

static wm_status open_file(const char *base, int file, const char *name, size_t most,
                           wm_spool *spool, wm_error *err)
{
    wm_tar_input input = {.file = file};
    int folder = -1;
    wm_status status;
    memset(spool, 0, sizeof *spool);
    if (read_head(&input) != WM_OK)
        return wm_error_set(err, WM_E_IO, name, "cannot read: %s", strerror(errno));
    status = make_folder(base, &spool->number, &folder, err);
    if (status != WM_OK)
        return status;
    (void)snprintf(spool->path, sizeof spool->path, "%s/%u", parent, spool->number);
    status = unpack(base, &input, folder, most, spool, err);
    (void)close(folder);
    if (status != WM_OK) {
        wm_spool_close(spool);
        status = wm_error_place(err, status, "%s", name);
    }
    return status;
}

wm_status wm_spool_open_file(const char *base, int file, const char *name, wm_spool *spool,
                             wm_error *err)
{
    return open_file(base, file, name, 1, spool, err);
}

wm_status wm_spool_open(const char *base, const char *path, size_t most, wm_spool *spool,
                        wm_error *err)
{
    int file;
    wm_status status;
    if (strcmp(path, "-") == 0)
        return open_file(base, STDIN_FILENO, "standard input", most, spool, err);
    file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return wm_error_set(err, WM_E_OPEN, path, "cannot open: %s", strerror(errno));
    status = open_file(base, file, path, most, spool, err);
    (void)close(file);
    return status;
}
