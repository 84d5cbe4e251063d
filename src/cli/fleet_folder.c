/* Reads the folder of a sweep in threads. */
#include "cli/fleet_folder.h"

#include "base/status.h"
#include "cli/input.h"
#include "cli/jobs.h"
#include "model/screened.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4600 };

static const char *const ENDINGS[] = {".tar.gz", ".tar.xz", ".tar", ".exit"};
enum { ARCHIVES = 3, ENDING_COUNT = 4 };

/* The bytes of a name without an ending of ENDINGS. */
static size_t stem_size(const char *name)
{
    const size_t size = strlen(name);
    for (size_t i = 0; i < ENDING_COUNT; i++) {
        const size_t tail = strlen(ENDINGS[i]);
        if (size > tail && strcmp(name + size - tail, ENDINGS[i]) == 0)
            return size - tail;
    }
    return size;
}

/* What a path is; 0: nothing, or neither a file nor a folder. */
static mode_t kind_of(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return 0;
    return S_ISDIR(about.st_mode) ? S_IFDIR : S_ISREG(about.st_mode) ? S_IFREG : 0;
}

static bool join(char path[PATH_SIZE], const char *folder, const char *name, const char *tail)
{
    const int size = snprintf(path, PATH_SIZE, "%s/%s%s", folder, name, tail);
    return size > 0 && size < PATH_SIZE;
}

/* Whether an entry is of a node: a folder, or a file with one of the endings. */
static bool is_of_node(const char *folder, const char *name, size_t stem)
{
    char path[PATH_SIZE];
    return wm_node_list_is_name(name, stem) && join(path, folder, name, "") &&
           kind_of(path) == (name[stem] == '\0' ? S_IFDIR : S_IFREG);
}

wm_status wm_fleet_folder_names(const char *path, wm_node_list *names, wm_error *err)
{
    const struct dirent *entry;
    wm_status status = WM_OK;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return wm_error_set(err, WM_E_OPEN, path, "%s", strerror(errno));
    while (status == WM_OK && (entry = readdir(folder)) != NULL) {
        const size_t stem = stem_size(entry->d_name);
        if (is_of_node(path, entry->d_name, stem))
            status = wm_node_list_add(names, entry->d_name, stem);
    }
    (void)closedir(folder);
    wm_node_list_sort(names);
    return status == WM_OK ? WM_OK : wm_error_set(err, status, path, "%s", wm_status_text(status));
}

/* ---- one node -------------------------------------------------------------------------------- */

/* The state that the threads share, under the lock. */
typedef struct {
    const char *path;
    wm_fleet *fleet;
    pthread_mutex_t lock;
    size_t next, done;
    bool is_short; /* out of memory */
    wm_ticker *ticker;
} state;

static bool is_record(const char *folder)
{
    char path[PATH_SIZE];
    return join(path, folder, "evidence.jsonl", "") && kind_of(path) == S_IFREG;
}

/* Whether a name is that of a try of `screen`: it is about a device that has a record. */
static bool is_try(const char *name, size_t stem)
{
    for (size_t i = 0; i < WM_SCREENED_TRIES; i++) {
        const char *suffix = wm_screened_tries[i].suffix;
        const size_t size = strlen(suffix);
        if (stem > size && strncmp(name + stem - size, suffix, size) == 0)
            return true;
    }
    return false;
}

/* The entries of a folder that may be the record of a device, in their order. */
static wm_status list_devices(const char *folder, wm_node_list *names)
{
    const struct dirent *entry;
    wm_status status = WM_OK;
    DIR *open = opendir(folder);
    if (open == NULL)
        return WM_OK; /* then it has none */
    while (status == WM_OK && (entry = readdir(open)) != NULL) {
        const size_t size = strlen(entry->d_name), stem = stem_size(entry->d_name);
        char path[PATH_SIZE];
        if (is_try(entry->d_name, stem) || !wm_node_list_is_name(entry->d_name, size) ||
            !join(path, folder, entry->d_name, ""))
            continue;
        if (stem == size ? is_record(path)
                         : kind_of(path) == S_IFREG && strcmp(entry->d_name + stem, ".exit") != 0)
            status = wm_node_list_add(names, entry->d_name, size);
    }
    (void)closedir(open);
    wm_node_list_sort(names);
    return status;
}

/* A record of an archive: its device, and its number. */
typedef struct {
    const char *name;
    size_t number;
} packed;

static int order_packed(const void *a, const void *b)
{
    return wm_node_list_order(((const packed *)a)->name, ((const packed *)b)->name);
}

/* Reads the records of an archive, as those of a folder: in the order of their names, and no tries.
 * One that is in no folder of records has no name. */
static wm_status read_unpacked(state *s, wm_fleet_node *node, const wm_spool *spool)
{
    const size_t count = spool->records.count;
    packed *all = malloc((count + 1) * sizeof *all);
    const char *odd = NULL;
    wm_status status = WM_OK;
    size_t devices = 0;
    if (all == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < count; i++) {
        const char *slash = strrchr(spool->records.record[i].top, '/');
        const char *name = slash != NULL ? slash + 1 : spool->records.record[i].top;
        if (count == 1 && slash == NULL)
            name = "";
        else if (!wm_node_list_is_name(name, strlen(name)))
            odd = name;
        if (!is_try(name, strlen(name)))
            all[devices++] = (packed){name, i};
    }
    if (odd != NULL)
        wm_fleet_say(s->fleet, node, WM_FLEET_INVALID, "'%.200s' is no name of a device", odd);
    else if (devices == 0)
        wm_fleet_say(s->fleet, node, WM_FLEET_INVALID, "its archive has tries of a record alone");
    qsort(all, devices, sizeof *all, order_packed);
    for (size_t i = 0; i < devices && odd == NULL && status == WM_OK; i++) {
        char number[24], path[PATH_SIZE];
        (void)snprintf(number, sizeof number, "%zu", all[i].number);
        if (join(path, spool->path, number, ""))
            status = wm_fleet_read(s->fleet, node, path, all[i].name);
    }
    free(all);
    return status;
}

/* Reads what is packed: a record, or with `most` above 1 those of several devices. */
static wm_status read_packed(state *s, wm_fleet_node *node, const char *path, size_t most,
                             const char *name)
{
    wm_error err = {WM_OK, "", ""};
    wm_spool spool;
    wm_status status = WM_OK;
    const wm_status unpacked = wm_jobs_unpack(path, most, &spool, &err);
    const bool is_bad = unpacked == WM_E_INVALID || unpacked == WM_E_SYNTAX;
    if (unpacked == WM_OK && spool.is_sealed)
        wm_fleet_say(s->fleet, node, WM_FLEET_TROUBLE, "a sealed document, not a record");
    else if (unpacked == WM_OK && spool.records.count > 0)
        status = read_unpacked(s, node, &spool);
    else if (unpacked == WM_OK && spool.is_archive)
        status = wm_fleet_read(s->fleet, node, spool.path, name);
    else if (unpacked == WM_OK)
        wm_fleet_say_of(s->fleet, node, name, WM_FLEET_INVALID, "its file is no archive");
    else
        wm_fleet_say_of(s->fleet, node, name, is_bad ? WM_FLEET_INVALID : WM_FLEET_TROUBLE,
                        "%.300s", err.message[0] != '\0' ? err.message : wm_status_text(unpacked));
    wm_jobs_pack(&spool, unpacked);
    return status;
}

/* Reads a folder: a record, or a folder of records. */
static wm_status read_folder(state *s, wm_fleet_node *node, const char *folder)
{
    wm_node_list names = {NULL, 0, 0};
    wm_status status;
    if (is_record(folder))
        return wm_fleet_read(s->fleet, node, folder, "");
    status = list_devices(folder, &names);
    if (status == WM_OK && names.count == 0)
        wm_fleet_say(s->fleet, node, WM_FLEET_MISSING, "its folder has no record");
    for (size_t i = 0; i < names.count && status == WM_OK; i++) {
        char path[PATH_SIZE], name[WM_NODE_LIST_NAME + 1];
        (void)snprintf(name, sizeof name, "%.*s", (int)stem_size(names.name[i]), names.name[i]);
        if (!join(path, folder, names.name[i], ""))
            continue;
        status = kind_of(path) == S_IFDIR ? wm_fleet_read(s->fleet, node, path, name)
                                          : read_packed(s, node, path, 1, name);
    }
    wm_node_list_clear(&names);
    return status;
}

/* Reads all that is there of a node's records. */
static wm_status read_records(state *s, wm_fleet_node *node)
{
    char path[PATH_SIZE], partial[WM_NODE_LIST_NAME + 16];
    size_t found = 0;
    wm_status status = WM_OK;
    if (join(path, s->path, node->name, "") && kind_of(path) == S_IFDIR) {
        found++;
        status = read_folder(s, node, path);
    }
    for (size_t i = 0; i < ARCHIVES && status == WM_OK; i++)
        if (join(path, s->path, node->name, ENDINGS[i]) && kind_of(path) == S_IFREG && ++found == 1)
            status = read_packed(s, node, path, WM_TAR_RECORDS, "");
    if (found > 1)
        wm_fleet_say(s->fleet, node, WM_FLEET_TROUBLE, "several records; leave one of them");
    (void)snprintf(partial, sizeof partial, ".%s.partial", node->name);
    if (found == 0 && join(path, s->path, partial, "") && kind_of(path) == S_IFDIR)
        wm_fleet_say(s->fleet, node, WM_FLEET_UNFINISHED, "its run has not ended: %s", partial);
    return status;
}

/* The exit status that a text is: up to 3 digits, perhaps with a newline. -1: it is none. */
static int to_exit(const wm_buffer *text)
{
    size_t size = text->size;
    int number = 0;
    if (size > 0 && text->data[size - 1] == '\n')
        size--;
    for (size_t i = 0; i < size; i++) {
        if (text->data[i] < '0' || text->data[i] > '9')
            return -1;
        number = number * 10 + (text->data[i] - '0');
    }
    return size >= 1 && size <= 3 && number <= 255 ? number : -1;
}

/* Reads the exit status of a node. is_odd: the file holds something else. */
static wm_status read_exit(const state *s, wm_fleet_node *node, bool *is_odd)
{
    char path[PATH_SIZE];
    const wm_input input = {.path = path, .cannot_open = "", .cannot_read = "", .most = 5};
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_error ignored;
    wm_status status = join(path, s->path, node->name, ".exit")
                           ? wm_input_read(&input, &text, &ignored)
                           : WM_E_NOTFOUND;
    if (status == WM_OK)
        node->exit_status = to_exit(&text);
    *is_odd = status != WM_E_NOTFOUND && node->exit_status < 0;
    wm_buffer_clear(&text);
    return status == WM_E_NOMEM ? status : WM_OK;
}

/* Reads all that is there of a node: first its exit status, which says what a failed check is. */
static wm_status read_node(state *s, wm_fleet_node *node)
{
    bool is_odd;
    wm_status status = read_exit(s, node, &is_odd);
    if (status == WM_OK)
        status = read_records(s, node);
    if (status == WM_OK && is_odd)
        wm_fleet_say(s->fleet, node, WM_FLEET_TROUBLE, "%s.exit is not an exit status", node->name);
    else if (status == WM_OK)
        wm_fleet_exit(s->fleet, node);
    return status;
}

static void *work(void *context)
{
    state *s = context;
    (void)pthread_mutex_lock(&s->lock);
    while (s->next < s->fleet->count && !s->is_short) {
        wm_fleet_node *node = &s->fleet->node[s->next++];
        wm_status status = WM_OK;
        (void)pthread_mutex_unlock(&s->lock);
        if (node->is_expected)
            status = read_node(s, node);
        (void)pthread_mutex_lock(&s->lock);
        s->is_short = s->is_short || status != WM_OK;
        wm_ticker_tell(s->ticker, "%zu of %zu nodes", ++s->done, s->fleet->count);
    }
    (void)pthread_mutex_unlock(&s->lock);
    return NULL;
}

wm_status wm_fleet_folder_read(const char *path, unsigned jobs, wm_ticker *ticker, wm_fleet *fleet)
{
    state s = {.path = path, .fleet = fleet, .lock = PTHREAD_MUTEX_INITIALIZER, .ticker = ticker};
    wm_jobs_run(wm_jobs_count(jobs, fleet->count), work, &s);
    return s.is_short ? WM_E_NOMEM : WM_OK;
}
