/* Fuzzes the partial record of an interrupted run: what resuming reads of it. */
#include "fuzz.h"
#include "mutate.h"
#include "template.h"

#include "archive/writer.h"
#include "study/run/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FUZZ_MUTATES_TEMPLATES

static char folder[64], record[80], partial[96], evidence[128];

static void set_up(void)
{
    const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    (void)snprintf(folder, sizeof folder, "%s/fuzz-partial-XXXXXX", base);
    FUZZ_CHECK(mkdtemp(folder) != NULL);
    (void)snprintf(record, sizeof record, "%s/r", folder);
    (void)snprintf(partial, sizeof partial, "%s/.r.partial", folder);
    (void)snprintf(evidence, sizeof evidence, "%s/evidence.jsonl", partial);
    FUZZ_CHECK(mkdir(partial, 0700) == 0);
}

static void clean_up(void)
{
    (void)unlink(evidence);
    (void)rmdir(partial);
    (void)rmdir(folder);
}

/* A resumption removes a partial without its plan. */
static void write_file(const wm_buffer *text)
{
    FUZZ_CHECK(mkdir(partial, 0700) == 0 || errno == EEXIST);
    const int file = open(evidence, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FUZZ_CHECK(file >= 0);
    FUZZ_CHECK(text->size == 0 || write(file, text->data, text->size) == (ssize_t)text->size);
    (void)close(file);
}

/* A copy of line number `line` of a text, without its newline. */
static char *copy_line(const wm_buffer *text, size_t line)
{
    const char *at = text->data, *end = text->data + text->size;
    for (; line > 0 && at < end; line--) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop == NULL ? end : stop + 1;
    }
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return strndup(at, (size_t)((stop != NULL ? stop : end) - at));
}

/* Resumes a run of the same two lines. What is kept was read back through a graph. */
static void resume(const wm_buffer *text)
{
    char *environment = copy_line(text, 0), *plan = copy_line(text, 1);
    FUZZ_CHECK(environment != NULL && plan != NULL);
    const wm_writer_head head = {.environment = environment, .plan = plan};
    wm_writer *writer = NULL;
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_writer_resume(record, 0, &head, &writer, &err);
    FUZZ_CHECK(status == WM_OK || (err.message[0] != '\0' && strchr(err.message, '\n') == NULL));
    wm_writer_close(writer);
    free(environment);
    free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static template_ids known;
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_partial read;
    wm_error err = {WM_OK, "", ""};
    if (folder[0] == '\0') {
        set_up();
        (void)atexit(clean_up);
    }
    template_evidence((const char *)data, size, &known, &text);
    write_file(&text);
    if (wm_partial_read(record, &read, &err) != WM_OK)
        FUZZ_CHECK(err.message[0] != '\0');
    wm_partial_clear(&read);
    if (text.size > 0)
        resume(&text);
    wm_buffer_clear(&text);
    return 0;
}
