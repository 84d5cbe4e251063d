/* Tests of writing a record: append, lock, resume, seal. */
#include "support/cmocka.h"

#include "archive/writer.h"
#include "archive/writer_state.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char environment[] =
    "{\"type\":\"observation\",\"kind\":\"environment\",\"producer\":{\"name\":\"test\","
    "\"version\":"
    "\"1\",\"source_revision\":\"none\"},\"backend\":\"none\",\"device\":\"none\",\"facts\":["
    "{\"name\":\"compiler\",\"value\":\"cc\"},{\"name\":\"compiler.flags\",\"value\":\"\"},"
    "{\"name\":\"cpu.model\",\"value\":\"cpu\"},{\"name\":\"kernel\",\"value\":\"k\"},"
    "{\"name\":\"memory.bytes\",\"value\":1},{\"name\":\"threads\",\"value\":1}]}";

static char plan[512];
static char environment_id[WM_ID_SIZE];
static char plan_id[WM_ID_SIZE];

/* The plan, and the ids of environment and plan as the graph gives them. */
static void make_head(void)
{
    wm_graph *graph = wm_graph_new();
    wm_line line;
    assert_non_null(graph);
    assert_int_equal(wm_graph_add(graph, environment, strlen(environment), &line, NULL), WM_OK);
    memcpy(environment_id, line.id, WM_ID_SIZE);
    (void)snprintf(plan, sizeof plan,
                   "{\"type\":\"observation\",\"kind\":\"plan\",\"environment\":\"%s\",\"name\":"
                   "\"own\",\"nonce\":\"\",\"repeat_seconds\":1,\"items\":[],"
                   "\"continues\":[],\"run\":\"%s\"}",
                   environment_id, environment_id);
    assert_int_equal(wm_graph_add(graph, plan, strlen(plan), &line, NULL), WM_OK);
    memcpy(plan_id, line.id, WM_ID_SIZE);
    wm_graph_free(graph);
}

/* External observation number index. */
static const char *external(unsigned index)
{
    static char text[512];
    (void)snprintf(
        text, sizeof text,
        "{\"type\":\"observation\",\"kind\":\"external\",\"environment\":\"%s\",\"plan\":"
        "\"%s\",\"series\":\"s\",\"index\":%u,\"values\":{\"v\":%u.5}}",
        environment_id, plan_id, index, index);
    return text;
}

static wm_status append(wm_writer *writer, const char *json, wm_error *err)
{
    return wm_writer_append(writer, json, strlen(json), NULL, err);
}

static const char *in_folder(const char *name)
{
    static char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/witnessmark-writer-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    make_head();
    return 0;
}

static int remove_folder(void **state)
{
    char command[128];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* A partial with its first two lines and `count` observations, closed as a killed program leaves
 * it. */
static void begin(const char *name, unsigned count)
{
    wm_writer *writer;
    unsigned i;
    assert_int_equal(wm_writer_open(in_folder(name), 1, NULL, 0, &writer, NULL), WM_OK);
    assert_int_equal(append(writer, environment, NULL), WM_OK);
    assert_int_equal(append(writer, plan, NULL), WM_OK);
    for (i = 0; i < count; i++)
        assert_int_equal(append(writer, external(i), NULL), WM_OK);
    assert_int_equal(writer->lines, 2 + count);
    wm_writer_close(writer);
    assert_int_not_equal(access(in_folder(name), F_OK), 0);
}

/* Resumes, and counts the observations after the plan. */
static wm_status resume(const char *name, unsigned *kept, wm_writer **writer, wm_error *err)
{
    const wm_status status = wm_writer_resume(
        in_folder(name), 1, &(const wm_writer_head){environment, plan, NULL, 0}, writer, err);
    *kept = status == WM_OK ? (unsigned)(*writer)->lines - 2 : 0;
    return status;
}

/* Adds the claim on the observations, and seals. */
static wm_status seal(wm_writer *writer, char root[WM_ID_SIZE], wm_error *err)
{
    static const wm_own_claim claim = {sizeof claim, "x.v", "1", "sci3", {"s", "v", "median_of"},
                                       NULL,         0};
    wm_status status = wm_graph_claim(wm_writer_graph(writer), &claim, err);
    return status == WM_OK ? wm_writer_seal(writer, NULL, 0, root, err) : status;
}

static void seals_a_record_that_audits(void **state)
{
    wm_writer *writer;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    char root[WM_ID_SIZE];
    unsigned kept;
    wm_error err = {WM_OK, "", ""};
    (void)state;
    begin("record", 3);
    assert_int_equal(resume("record", &kept, &writer, &err), WM_OK);
    assert_int_equal(kept, 3);
    assert_int_equal(append(writer, external(3), &err), WM_OK);
    assert_int_equal(seal(writer, root, &err), WM_OK);
    assert_int_equal(append(writer, external(4), &err), WM_E_ARG);
    assert_int_equal(wm_writer_seal(writer, NULL, 0, root, &err), WM_E_ARG);
    wm_writer_close(writer);
    assert_int_not_equal(access(in_folder(".record.partial"), F_OK), 0);
    assert_int_equal(wm_audit_path(in_folder("record"), NULL, &report, &err), WM_OK);
    assert_string_equal(report.root, root);
    assert_int_equal(report.checkers, WM_CHECKERS_OWN);
    assert_int_equal(report.claims, 1);
}

static void cuts_off_the_rest_of_an_interrupted_seal(void **state)
{
    static const char *const tails[] = {"{\"torn", "{\"torn\":1}",
                                        "{\"function\":\"median_of\",\"type\":\"reduction\"}\n",
                                        "{\"type\":\"root\"}\n{\"x", "\0\0\0"};
    static const size_t sizes[] = {6, 10, 45, 19, 3};
    size_t i;
    (void)state;
    begin("cut", 2);
    for (i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        wm_writer *writer;
        unsigned kept;
        FILE *file = fopen(in_folder(".cut.partial/evidence.jsonl"), "ab");
        assert_non_null(file);
        assert_int_equal(fwrite(tails[i], 1, sizes[i], file), sizes[i]);
        fclose(file);
        assert_int_equal(resume("cut", &kept, &writer, NULL), WM_OK);
        assert_int_equal(kept, 2);
        wm_writer_close(writer);
    }
}

/* A file that an editor or a desktop left in the partial. */
static void put_stray(const char *path)
{
    FILE *file = fopen(in_folder(path), "w");
    assert_non_null(file);
    fclose(file);
}

/* The audit would refuse the record under its final name. */
static void a_stray_file_is_refused_before_the_record_has_its_name(void **state)
{
    wm_writer *writer;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    char root[WM_ID_SIZE];
    unsigned kept;
    wm_error err = {WM_OK, "", ""};
    (void)state;
    begin("stray", 2);
    put_stray(".stray.partial/.DS_Store");
    assert_int_equal(resume("stray", &kept, &writer, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "contains .DS_Store, which is not part of a record"));
    assert_int_equal(unlink(in_folder(".stray.partial/.DS_Store")), 0);

    assert_int_equal(resume("stray", &kept, &writer, NULL), WM_OK);
    assert_int_equal(mkdir(in_folder(".stray.partial/code"), 0700), 0);
    put_stray(".stray.partial/code/notes");
    assert_int_equal(seal(writer, root, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "contains code/notes, which is not part of a record"));
    wm_writer_close(writer);
    assert_int_not_equal(access(in_folder("stray"), F_OK), 0);
    assert_int_equal(unlink(in_folder(".stray.partial/code/notes")), 0);

    assert_int_equal(resume("stray", &kept, &writer, NULL), WM_OK);
    assert_int_equal(kept, 2);
    assert_int_equal(seal(writer, root, NULL), WM_OK);
    wm_writer_close(writer);
    assert_int_equal(wm_audit_path(in_folder("stray"), NULL, &report, &err), WM_OK);
}

static void starts_over_without_a_whole_plan(void **state)
{
    wm_writer *writer;
    unsigned kept;
    (void)state;
    assert_int_equal(wm_writer_open(in_folder("head"), 1, NULL, 0, &writer, NULL), WM_OK);
    wm_writer_close(writer);
    assert_int_equal(resume("head", &kept, &writer, NULL), WM_OK);
    assert_int_equal(writer->lines, 2);
    wm_writer_close(writer);
    assert_int_equal(truncate(in_folder(".head.partial/evidence.jsonl"), 400), 0);
    assert_int_equal(resume("head", &kept, &writer, NULL), WM_OK);
    assert_int_equal(kept, 0);
    assert_int_equal(writer->lines, 2);
    wm_writer_close(writer);
}

static void a_partial_without_a_plan_is_replaced(void **state)
{
    wm_writer *first, *second;
    wm_error err;
    (void)state;
    assert_int_equal(wm_writer_open(in_folder("early"), 1, NULL, 0, &first, NULL), WM_OK);
    assert_int_equal(append(first, environment, NULL), WM_OK);
    assert_int_equal(wm_writer_open(in_folder("early"), 1, NULL, 0, &second, &err), WM_E_EXISTS);
    assert_non_null(strstr(err.message, "another process is writing"));
    wm_writer_close(first);
    assert_int_equal(wm_writer_open(in_folder("early"), 1, NULL, 0, &second, NULL), WM_OK);
    assert_int_equal(append(second, environment, NULL), WM_OK);
    assert_false(wm_writer_has_plan(second));
    assert_int_equal(append(second, plan, NULL), WM_OK);
    assert_true(wm_writer_has_plan(second));
    wm_writer_close(second);
    assert_int_equal(wm_writer_open(in_folder("early"), 1, NULL, 0, &first, &err), WM_E_EXISTS);
    assert_non_null(strstr(err.message, "an unfinished record is here"));
}

/* A line that the disk changed after it was written. */
static void what_does_not_audit_gets_no_name(void **state)
{
    char root[WM_ID_SIZE], digit;
    wm_writer *writer;
    unsigned kept;
    wm_error err;
    (void)state;
    begin("bent", 2);
    assert_int_equal(resume("bent", &kept, &writer, NULL), WM_OK);
    assert_int_equal(pread(writer->file, &digit, 1, (off_t)writer->size_bytes - 3), 1);
    digit ^= 1;
    assert_int_equal(pwrite(writer->file, &digit, 1, (off_t)writer->size_bytes - 3), 1);
    assert_int_equal(seal(writer, root, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "what is on the disk does not audit: evidence.jsonl:"));
    assert_non_null(wm_writer_partial(writer));
    wm_writer_close(writer);
    assert_int_not_equal(access(in_folder("bent"), F_OK), 0);
    assert_int_equal(access(in_folder(".bent.partial/evidence.jsonl"), F_OK), 0);
}

static void a_closed_standard_descriptor_is_refused(void **state)
{
    const int kept = dup(STDIN_FILENO);
    wm_status status;
    wm_writer *writer;
    wm_error err;
    (void)state;
    assert_true(kept > STDERR_FILENO);
    (void)close(STDIN_FILENO);
    status = wm_writer_open(in_folder("closed"), 1, NULL, 0, &writer, &err);
    assert_int_equal(dup2(kept, STDIN_FILENO), STDIN_FILENO);
    (void)close(kept);
    assert_int_equal(status, WM_E_OPEN);
    assert_non_null(strstr(err.message, "descriptor 0, 1 or 2 is closed"));
    assert_int_not_equal(access(in_folder(".closed.partial"), F_OK), 0);
}

static void another_plan_or_environment_is_refused(void **state)
{
    wm_writer *writer;
    wm_error err;
    char other[1024];
    char *digit;
    (void)state;
    begin("plan", 1);
    strcpy(other, plan);
    digit = strstr(other, "\"repeat_seconds\":1");
    digit[17] = '2';
    assert_int_equal(wm_writer_resume(in_folder("plan"), 1,
                                      &(const wm_writer_head){environment, other, NULL, 0}, &writer,
                                      &err),
                     WM_E_MISMATCH);
    assert_non_null(strstr(err.message, "another plan"));
    strcpy(other, environment);
    digit = strstr(other, "\"version\":\"1\"");
    digit[11] = '2';
    assert_int_equal(wm_writer_resume(in_folder("plan"), 1,
                                      &(const wm_writer_head){other, plan, NULL, 0}, &writer, &err),
                     WM_E_MISMATCH);
    assert_non_null(strstr(err.message, "another environment"));
}

static void one_writer_at_a_time(void **state)
{
    wm_writer *first, *second;
    unsigned kept;
    wm_error err;
    (void)state;
    begin("lock", 1);
    assert_int_equal(resume("lock", &kept, &first, NULL), WM_OK);
    assert_int_equal(resume("lock", &kept, &second, &err), WM_E_EXISTS);
    assert_non_null(strstr(err.message, "another process"));
    assert_int_equal(wm_writer_open(in_folder("lock"), 1, NULL, 0, &second, &err), WM_E_EXISTS);
    assert_non_null(strstr(err.message, "another process"));
    wm_writer_close(first);
    assert_int_equal(resume("lock", &kept, &first, NULL), WM_OK);
    wm_writer_close(first);
}

static void never_replaces(void **state)
{
    wm_writer *writer;
    char root[WM_ID_SIZE];
    unsigned kept;
    wm_error err;
    (void)state;
    begin("taken", 2);
    assert_int_equal(resume("taken", &kept, &writer, NULL), WM_OK);
    assert_int_equal(mkdir(in_folder("taken"), 0755), 0); /* created during the run */
    assert_int_equal(seal(writer, root, &err), WM_E_EXISTS);
    wm_writer_close(writer);
    assert_int_equal(rmdir(in_folder("taken")), 0); /* still empty */
    assert_int_equal(resume("taken", &kept, &writer, NULL), WM_OK);
    assert_int_equal(kept, 2);
    assert_int_equal(seal(writer, root, &err), WM_OK);
    wm_writer_close(writer);
    assert_int_equal(wm_writer_probe(in_folder("taken"), 1, &err), WM_E_EXISTS);
    assert_int_equal(wm_writer_probe(in_folder("taken/inside"), 1, &err), WM_E_EXISTS);
    assert_non_null(strstr(err.message, "is inside a record"));
    assert_int_equal(resume("taken", &kept, &writer, &err), WM_E_EXISTS);
    assert_int_equal(resume("nothing", &kept, &writer, &err), WM_E_NOTFOUND);
}

static void damage_is_refused(void **state)
{
    wm_writer *writer;
    unsigned kept;
    wm_error err;
    FILE *file;
    (void)state;
    begin("damage", 1);
    file = fopen(in_folder(".damage.partial/evidence.jsonl"), "ab");
    assert_non_null(file);
    fputs("{\"type\":\"observation\",\"kind\":\"external\"}\n", file);
    fclose(file);
    assert_int_equal(resume("damage", &kept, &writer, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "line 4"));
}

/* A file size limit simulates a full disk. */
static void a_full_disk_leaves_whole_lines(void **state)
{
    struct rlimit old, small;
    wm_writer *writer;
    unsigned kept, i = 0;
    wm_status status = WM_OK;
    wm_error err;
    (void)state;
    begin("full", 0);
    assert_int_equal(resume("full", &kept, &writer, NULL), WM_OK);
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 3000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    while (status == WM_OK && i < 100)
        status = append(writer, external(i++), &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(status, WM_E_IO);
    assert_non_null(strstr(err.message, "File too large"));
    assert_int_equal(append(writer, external(i), &err), WM_E_ARG);
    wm_writer_close(writer);
    assert_int_equal(resume("full", &kept, &writer, NULL), WM_OK);
    assert_int_equal(kept, i - 1);
    wm_writer_close(writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seals_a_record_that_audits),
        cmocka_unit_test(cuts_off_the_rest_of_an_interrupted_seal),
        cmocka_unit_test(a_stray_file_is_refused_before_the_record_has_its_name),
        cmocka_unit_test(starts_over_without_a_whole_plan),
        cmocka_unit_test(a_partial_without_a_plan_is_replaced),
        cmocka_unit_test(what_does_not_audit_gets_no_name),
        cmocka_unit_test(a_closed_standard_descriptor_is_refused),
        cmocka_unit_test(another_plan_or_environment_is_refused),
        cmocka_unit_test(one_writer_at_a_time),
        cmocka_unit_test(never_replaces),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(a_full_disk_leaves_whole_lines),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
