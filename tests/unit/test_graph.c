/* Rebuilds whole records from their observations: the derived lines must equal the recorded ones,
 * bit for bit. */
#include "record/build/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "standards/json.h"
#include "standards/sha256.h"
#include "support/cmocka.h"

/* The lines that a seal emits, and the position of the root among them. */
typedef struct derived {
    wm_buffer lines;
    size_t last;
} derived;

static wm_status keep_line(void *context, const char *data, size_t size)
{
    derived *to = context;
    to->last = to->lines.size;
    return wm_buffer_append(&to->lines, data, size);
}

/* Reads a whole file. */
static void read_file(const char *path, wm_buffer *text)
{
    FILE *file = fopen(path, "rb");
    size_t got;
    assert_non_null(file);
    do {
        assert_int_equal(wm_buffer_reserve(text, 1 << 16), WM_OK);
        got = fread(text->data + text->size, 1, 1 << 16, file);
        text->size += got;
    } while (got > 0);
    fclose(file);
}

/* The text of a string field, with a NUL, in the caller's memory. */
static char *field(const wm_json_value *node, const char *name, char out[96])
{
    const wm_json_value *value = wm_json_member(node, name);
    out[0] = '\0';
    if (value != NULL && value->kind == WM_JSON_STRING)
        snprintf(out, 96, "%.*s", (int)value->text_size, value->text);
    return out;
}

/* A record that was read back: its reductions by id, to add the same x. claims again. */
typedef struct reduction {
    char id[WM_ID_SIZE], series[96], name[96], function[96];
} reduction;

typedef struct rebuilt {
    wm_graph *graph;
    wm_json *json;
    char externals[4096][WM_ID_SIZE]; /* ids of external observations */
    char series[4096][96];
    size_t external_count;
    reduction reductions[2048];
    size_t reduction_count;
    char root_line[4096];
} rebuilt;

static const reduction *find_reduction(const rebuilt *of, const wm_json_value *id)
{
    for (size_t i = 0; i < of->reduction_count; i++)
        if (wm_json_is_text(id, of->reductions[i].id))
            return &of->reductions[i];
    return NULL;
}

static void note_reduction(rebuilt *of, const wm_json_value *node, const char *line, size_t size)
{
    reduction *to = &of->reductions[of->reduction_count];
    const wm_json_value *inputs = wm_json_member(node, "inputs");
    uint8_t id[WM_SHA256_SIZE];
    if (wm_json_member(node, "field") == NULL)
        return;
    wm_sha256_hash(line, size, id);
    wm_sha256_to_hex(id, to->id);
    field(node, "field", to->name);
    field(node, "function", to->function);
    for (size_t i = 0; i < of->external_count; i++)
        if (wm_json_is_text(inputs->first, of->externals[i]))
            memcpy(to->series, of->series[i], sizeof to->series);
    of->reduction_count++;
}

static void set_value(const reduction *from, wm_own_value *value)
{
    assert_non_null(from);
    value->series = from->series;
    value->field = from->name;
    value->function = from->function;
}

static void ask_claim(const rebuilt *of, const wm_json_value *node)
{
    const wm_json_value *beside = wm_json_member(node, "beside");
    wm_own_value values[16];
    wm_own_claim claim = WM_OWN_CLAIM_INIT;
    wm_error err;
    char name[96], unit[96], format[96];
    if (strncmp(field(node, "name", name), "x.", 2) != 0)
        return;
    claim.name = name;
    claim.unit = field(node, "unit", unit);
    claim.format = field(node, "format", format);
    claim.beside = values;
    set_value(find_reduction(of, wm_json_member(node, "asserts")), &claim.value);
    for (beside = beside == NULL ? NULL : beside->first; beside != NULL; beside = beside->next)
        set_value(find_reduction(of, beside), &values[claim.beside_count++]);
    assert_int_equal(wm_graph_claim(of->graph, &claim, &err), WM_OK);
}

static void add_observation(rebuilt *of, const wm_json_value *node, const char *text, size_t size)
{
    wm_line line;
    wm_error err;
    const wm_status status = wm_graph_add(of->graph, text, size - 1, &line, &err);
    if (status != WM_OK)
        fail_msg("%.200s: %s", text, err.message);
    assert_int_equal(line.size, size);
    assert_memory_equal(line.text, text, size);
    if (wm_json_is_text(wm_json_member(node, "kind"), "external")) {
        memcpy(of->externals[of->external_count], line.id, sizeof line.id);
        field(node, "series", of->series[of->external_count++]);
    }
}

/* Feeds the observations of a record to a graph and adds its x. claims. */
static void feed(rebuilt *of, const wm_buffer *evidence)
{
    const wm_json_options options = {WM_JSON_STRICT, 0, 0};
    const char *at = evidence->data, *end = at + evidence->size;
    while (at < end) {
        const size_t size = (size_t)((const char *)memchr(at, '\n', (size_t)(end - at)) - at) + 1;
        const wm_json_value *node, *type;
        assert_int_equal(wm_json_parse(of->json, at, size, &options, &node, NULL), WM_OK);
        type = wm_json_member(node, "type");
        if (wm_json_is_text(type, "observation"))
            add_observation(of, node, at, size);
        else if (wm_json_is_text(type, "reduction"))
            note_reduction(of, node, at, size);
        else if (wm_json_is_text(type, "claim"))
            ask_claim(of, node);
        else
            snprintf(of->root_line, sizeof of->root_line, "%.*s", (int)size, at);
        at += size;
    }
}

/* Makes a synthetic record, rebuilds it, and compares the roots, except for names of files and
 * lines. */
static void rebuild(const char *plan, int seed)
{
    char folder[] = "/tmp/test_graph.XXXXXX", command[512], path[128], root[WM_ID_SIZE];
    wm_graph_file files[2] = {{"code/verify.c", ""}, {"code/verify_graph.py", ""}};
    derived to = {WM_BUFFER_EMPTY, 0};
    wm_seal seal = {sizeof seal, files, 2, NULL, 0, keep_line, &to};
    wm_buffer evidence = WM_BUFFER_EMPTY;
    rebuilt *of = calloc(1, sizeof *of);
    const char *found, *merkle;
    wm_error err;
    assert_non_null(of);
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command,
             "python3 tests/support/make_record.py --seed %d --plan %s %s/record >/dev/null", seed,
             plan, folder);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/record/evidence.jsonl", folder);
    read_file(path, &evidence);
    of->graph = wm_graph_new();
    of->json = wm_json_new();
    assert_non_null(of->graph);
    assert_non_null(of->json);
    feed(of, &evidence);
    for (int i = 0; i < 2; i++)
        memset(files[i].sha256, 'a', WM_ID_SIZE - 1);
    if (wm_graph_seal(of->graph, &seal, root, &err) != WM_OK)
        fail_msg("%s", err.message);
    merkle = strstr(of->root_line, "\"merkle_root\"");
    assert_non_null(merkle);
    found = strstr(wm_buffer_text(&to.lines) + to.last, "\"merkle_root\"");
    assert_non_null(found);
    assert_memory_equal(found, merkle, strlen("\"merkle_root\":\"\"") + 64);
    wm_graph_free(of->graph);
    wm_json_free(of->json);
    wm_buffer_clear(&evidence);
    wm_buffer_clear(&to.lines);
    free(of);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void rebuilds_every_workload(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 3; seed++)
        rebuild("full", seed);
}

static void rebuilds_own_numbers(void **state)
{
    (void)state;
    rebuild("x", 1);
    rebuild("small", 1);
}

/* ---- refusals leave the graph as it was
 * ------------------------------------------------------------------------------ */

static const char ENVIRONMENT[] =
    "{\"type\":\"observation\",\"kind\":\"environment\",\"backend\":\"none\",\"device\":\"\","
    "\"producer\":{\"name\":\"t\",\"version\":\"1\",\"source_revision\":\"\"},\"facts\":["
    "{\"name\":\"compiler\",\"value\":\"\"},{\"name\":\"compiler.flags\",\"value\":\"\"},"
    "{\"name\":\"cpu.model\",\"value\":\"\"},{\"name\":\"kernel\",\"value\":\"\"},"
    "{\"name\":\"memory.bytes\",\"value\":1},{\"name\":\"threads\",\"value\":1.0}]}";

static void add(wm_graph *graph, const char *json, wm_status expected, const char *words,
                char id[WM_ID_SIZE])
{
    wm_error err = {WM_OK, "", ""};
    wm_line line;
    assert_int_equal(wm_graph_add(graph, json, strlen(json), &line, &err), expected);
    if (expected != WM_OK && strstr(err.message, words) == NULL)
        fail_msg("`%s` does not say `%s`", err.message, words);
    if (expected == WM_OK && id != NULL)
        memcpy(id, line.id, WM_ID_SIZE);
}

static void plan_json(char *out, size_t size, const char *environment)
{
    snprintf(
        out, size,
        "{\"type\":\"observation\",\"kind\":\"plan\",\"environment\":\"%s\",\"items\":[],"
        "\"continues\":[],\"run\":\"%s\",\"name\":\"mine\",\"nonce\":\"\",\"repeat_seconds\":1}",
        environment, environment);
}

static void external_json(char *out, size_t size, const char *environment, const char *plan,
                          int index, const char *values)
{
    snprintf(out, size,
             "{\"type\":\"observation\",\"kind\":\"external\",\"environment\":\"%s\","
             "\"plan\":\"%s\",\"series\":\"s\",\"index\":%d,\"values\":%s}",
             environment, plan, index, values);
}

/* Lines at the limit of their length, and one byte over it. */
static void refuses_a_line_that_is_too_long(void **state)
{
    enum { LIMIT = 1048576 };
    static const char HEAD[] = "{\"type\":\"observation\",\"kind\":\"external\",\"note\":\"";
    char *json = malloc(LIMIT + 2);
    wm_graph *graph = wm_graph_new();
    wm_error err;
    (void)state;
    assert_non_null(json);
    assert_non_null(graph);
    memset(json, 'x', LIMIT + 1);
    memcpy(json, HEAD, sizeof HEAD - 1);
    memcpy(json + LIMIT - 3, "\"}", 2); /* with its newline, LIMIT bytes */
    assert_int_equal(wm_graph_add(graph, json, LIMIT - 1, NULL, &err), WM_E_INVALID);
    json[LIMIT - 3] = 'x';
    memcpy(json + LIMIT - 2, "\"}", 2);
    assert_int_equal(wm_graph_add(graph, json, LIMIT, NULL, &err), WM_E_LIMIT);
    assert_non_null(strstr(err.message, "1048577 bytes"));
    free(json);
    wm_graph_free(graph);
}

static void refuses_and_continues(void **state)
{
    wm_graph *graph = wm_graph_new();
    char environment[WM_ID_SIZE], plan[WM_ID_SIZE], root[WM_ID_SIZE], json[1024];
    wm_own_claim claim = {sizeof claim, "x.speed", "B/s", "si4", {"s", "v", "median_of"}, NULL, 0};
    derived to = {WM_BUFFER_EMPTY, 0};
    wm_graph_file files[2] = {{"code/verify.c", ""}, {"code/verify_graph.py", ""}};
    wm_seal seal = {sizeof seal, files, 2, NULL, 0, keep_line, &to};
    wm_error err;
    (void)state;
    assert_non_null(graph);
    memset(files[0].sha256, 'a', 64);
    memset(files[1].sha256, 'b', 64);
    add(graph, "[", WM_E_SYNTAX, "", NULL);
    add(graph, "{\"type\":\"claim\"}", WM_E_ARG, "observations", NULL);
    plan_json(json, sizeof json, files[0].sha256);
    add(graph, json, WM_E_INVALID, "[order]", NULL);
    add(graph, ENVIRONMENT, WM_OK, "", environment);
    plan_json(json, sizeof json, files[0].sha256);
    add(graph, json, WM_E_INVALID, "[edge]", NULL);
    plan_json(json, sizeof json, environment);
    add(graph, json, WM_OK, "", plan);
    external_json(json, sizeof json, environment, plan, 1, "{\"v\":1}");
    add(graph, json, WM_E_INVALID, "[series]", NULL);
    external_json(json, sizeof json, environment, plan, 0, "{\"v\":null}");
    add(graph, json, WM_E_INVALID, "[null]", NULL);
    external_json(json, sizeof json, environment, plan, 0, "{\"v\":1e400}");
    add(graph, json, WM_E_CANON, "", NULL);
    external_json(json, sizeof json, environment, plan, 0, "{\"v\":2.50e9}");
    add(graph, json, WM_OK, "", NULL);
    assert_int_equal(wm_graph_seal(graph, &seal, root, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "[reachable]"));
    claim.value.field = "w";
    assert_int_equal(wm_graph_claim(graph, &claim, &err), WM_E_ARG);
    claim.value.field = "v";
    claim.value.function = "median_rate";
    assert_int_equal(wm_graph_claim(graph, &claim, &err), WM_E_ARG);
    claim.value.function = "median_of";
    assert_int_equal(wm_graph_claim(graph, &claim, &err), WM_OK);
    assert_int_equal(wm_graph_claim(graph, &claim, &err), WM_E_ARG);
    assert_int_equal(wm_graph_seal(graph, &seal, root, &err), WM_OK);
    assert_non_null(strstr(wm_buffer_text(&to.lines), "\"text\":\"2.500 GB/s\""));
    assert_int_equal(wm_graph_seal(graph, &seal, root, &err), WM_E_ARG);
    add(graph, ENVIRONMENT, WM_E_ARG, "sealed", NULL);
    wm_graph_free(graph);
    wm_buffer_clear(&to.lines);
}

static wm_status refuse_bytes(void *context, const char *data, size_t size)
{
    (void)data;
    (void)size;
    ++*(unsigned *)context;
    return WM_E_IO;
}

/* A seal that cannot succeed is refused before a line is emitted. */
static void a_wrong_continues_emits_nothing(void **state)
{
    wm_graph *graph = wm_graph_new();
    const char *const paths[] = {"/absent"};
    wm_seal seal = WM_SEAL_INIT;
    char root[WM_ID_SIZE] = "x", environment[WM_ID_SIZE], json[1024];
    unsigned calls = 0;
    wm_error err;
    (void)state;
    seal.continues = paths;
    seal.continue_count = 1;
    seal.emit = refuse_bytes;
    seal.context = &calls;
    add(graph, ENVIRONMENT, WM_OK, NULL, environment);
    plan_json(json, sizeof json, environment);
    add(graph, json, WM_OK, NULL, NULL);
    assert_int_equal(wm_graph_seal(graph, &seal, root, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "[prior]"));
    assert_int_equal(calls, 0);
    wm_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_continues_emits_nothing),
        cmocka_unit_test(rebuilds_every_workload),
        cmocka_unit_test(rebuilds_own_numbers),
        cmocka_unit_test(refuses_a_line_that_is_too_long),
        cmocka_unit_test(refuses_and_continues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
