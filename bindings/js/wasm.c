/* The WebAssembly module: the auditor of code/verify.c, with files from memory.
 *
 * The host asks wm_file for the room of each file and fills it. wm_audit judges the files and hands
 * each part of the answer to the only import, `put`. An instance makes one audit, so that its
 * memory ends with it. verify.c is compiled as it is: nothing calls its main function, so the
 * linker leaves out what opens files. */
#define main verify_main
#include "verify.c"
#undef main

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The parts of an answer, in the order of FIELDS in witnessmark.js. */
enum { VERDICT, ROOT, FINDING, REFUSED_FILE, REFUSED_LINE, RULE, WORDS, TROUBLE };

__attribute__((import_module("witnessmark"), import_name("put"))) void
put_bytes(int field, const char *text, size_t size);

/* A file: its path, a NUL, and its bytes. */
typedef struct kept_file {
    struct kept_file *next;
    size_t path_size, size;
    char path[];
} kept_file;

static kept_file *files;

static void put(int field, const char *text)
{
    put_bytes(field, text, strlen(text));
}

/* Makes room for a file and returns the place of its path; the bytes follow the path and a NUL.
 * NULL: out of memory. */
char *EXPORT(wm_file)(size_t path_size, size_t size)
{
    const size_t more = sizeof(kept_file) + 1;
    kept_file *file = NULL;
    if (path_size <= SIZE_MAX - more && size <= SIZE_MAX - more - path_size)
        file = malloc(more + path_size + size);
    if (file == NULL)
        return NULL;
    file->next = files;
    file->path_size = path_size;
    file->size = size;
    file->path[path_size] = '\0';
    files = file;
    return file->path;
}

static wm_status read_kept(void *context, uint64_t offset, void *data, size_t size)
{
    const kept_file *file = context;
    if (offset > file->size || size > file->size - (size_t)offset)
        return WM_E_IO;
    memcpy(data, file->path + file->path_size + 1 + (size_t)offset, size);
    return WM_OK;
}

static wm_status open_kept(void *context, const char *path, wm_source *source)
{
    (void)context;
    for (kept_file *file = files; file != NULL; file = file->next)
        if (strcmp(file->path, path) == 0) {
            *source = (wm_source){file, file->size, read_kept};
            return WM_OK;
        }
    return WM_E_NOTFOUND;
}

static void close_kept(wm_source *source)
{
    (void)source;
}

static wm_status list_kept(void *context, wm_dir_visit *visit, void *visit_context)
{
    (void)context;
    for (const kept_file *file = files; file != NULL; file = file->next)
        visit(visit_context, file->path, WM_DIR_FILE);
    return WM_OK;
}

static void put_finding(void *context, const wm_finding *finding)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    (void)context;
    if (wm_outcome_finding(finding, &line) == WM_OK)
        put_bytes(FINDING, line.data, line.size - 1);
    else
        put(TROUBLE, wm_status_text(WM_E_NOMEM));
    wm_buffer_clear(&line);
}

static void put_refusal(const wm_audit_report *report)
{
    char line[24];
    snprintf(line, sizeof line, "%llu", (unsigned long long)report->failure.line);
    put(REFUSED_FILE, report->failure.file);
    put(REFUSED_LINE, line);
    put(RULE, report->failure.tag);
    put(WORDS, report->failure.words);
}

/* Audits the files as a record's folder, or the last file alone as an evidence.jsonl. */
void EXPORT(wm_audit)(int is_folder)
{
    const wm_folder folder = {NULL, open_kept, close_kept, list_kept};
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    wm_source source;
    wm_status status;
    options.finding = put_finding;
    if (is_folder) {
        status = wm_folder_audit(&folder, &options, &report, &err);
    } else {
        status = open_kept(NULL, files->path, &source);
        if (status == WM_OK)
            status = wm_audit_source(&source, &options, &report, &err);
    }
    if (wm_outcome_exit(status) == WM_EXIT_TROUBLE) {
        put(TROUBLE, err.message);
        return;
    }
    put(VERDICT, wm_outcome_words(status));
    if (status == WM_OK)
        put(ROOT, report.root);
    else
        put_refusal(&report);
}

/* ---- in place of libc's functions that need a system ------------------------------------------
 */

/* libc's printf can print to stderr that it lacks long double, so the linker keeps stderr. verify.c
 * prints no long double. */
size_t __stdio_write(FILE *file, const unsigned char *data, size_t size);
long long __stdio_seek(FILE *file, long long offset, int whence);
int __stdio_close(FILE *file);

size_t __stdio_write(FILE *file, const unsigned char *data, size_t size)
{
    (void)file, (void)data, (void)size;
    __builtin_trap();
}

long long __stdio_seek(FILE *file, long long offset, int whence)
{
    (void)file, (void)offset, (void)whence;
    __builtin_trap();
}

int __stdio_close(FILE *file)
{
    (void)file;
    __builtin_trap();
}

_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function)
{
    (void)file, (void)line, (void)function;
    put(TROUBLE, expression);
    __builtin_trap();
}
