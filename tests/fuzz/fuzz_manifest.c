/* Fuzzes the manifest of a valid record: only the right manifest keeps it valid. */
#include "fuzz.h"
#include "memory.h"
#include "template.h"

#include "record/audit/folder.h"

typedef struct record {
    template_ids *known;
    wm_buffer evidence;
    wm_buffer manifest;
    wm_buffer right; /* the right manifest */
    wm_buffer checkers[2];
} record;

static record shared;

static wm_buffer *find_file(const char *path)
{
    if (strcmp(path, "evidence.jsonl") == 0)
        return &shared.evidence;
    if (strcmp(path, "manifest.sha256") == 0)
        return &shared.manifest;
    for (size_t i = 0; i < 2; i++)
        if (strcmp(path, wm_checker_at(i)->path) == 0)
            return &shared.checkers[i];
    return NULL;
}

static wm_status open_file(void *context, const char *path, wm_source *source)
{
    wm_buffer *bytes = find_file(path);
    (void)context;
    if (bytes == NULL)
        return WM_E_NOTFOUND;
    *source = memory_source(bytes);
    return WM_OK;
}

static void close_file(wm_source *source)
{
    (void)source;
}

static wm_status list_files(void *context, wm_dir_visit *visit, void *visit_context)
{
    (void)context;
    visit(visit_context, "code/verify.c", WM_DIR_FILE);
    visit(visit_context, "code/verify_graph.py", WM_DIR_FILE);
    visit(visit_context, "evidence.jsonl", WM_DIR_FILE);
    visit(visit_context, "manifest.sha256", WM_DIR_FILE);
    return WM_OK;
}

static const char observations[] =
    "{\"backend\":\"none\",\"device\":\"\",\"facts\":[{\"name\":\"compiler\",\"value\":1},"
    "{\"name\":\"compiler.flags\",\"value\":1},{\"name\":\"cpu.model\",\"value\":1},"
    "{\"name\":\"kernel\",\"value\":1},{\"name\":\"memory.bytes\",\"value\":1},"
    "{\"name\":\"threads\",\"value\":1}],\"kind\":\"environment\",\"producer\":{\"name\":\"\","
    "\"source_revision\":\"\",\"version\":\"\"},\"type\":\"observation\"}\n"
    "{\"continues\":[],\"environment\":\"@1\",\"items\":[],\"kind\":\"plan\",\"name\":\"\","
    "\"nonce\":\"\",\"repeat_seconds\":1,\"run\":\"@1\",\"type\":\"observation\"}\n"
    "{\"claim_count\":0,\"continues\":[],\"files\":[{\"path\":\"code/verify.c\","
    "\"sha256\":\"@v\"},{\"path\":\"code/verify_graph.py\",\"sha256\":\"@p\"}],\"format\":"
    "\"witnessmark/1.2\",\"merkle_root\":"
    "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\",\"plan\":\"@2\","
    "\"type\":\"root\"}\n";

static const char manifest[] =
    "# root @r\n@v  code/verify.c\n@p  code/verify_graph.py\n@e  evidence.jsonl\n";

static wm_status audit(void)
{
    const wm_folder folder = {NULL, open_file, close_file, list_files};
    const wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    wm_status status = wm_folder_audit(&folder, &options, &report, &err);
    FUZZ_CHECK(status == WM_OK || status == WM_E_INVALID);
    FUZZ_CHECK(status == WM_OK || report.failure.tag[0] != 0);
    return status;
}

static void set_up(void)
{
    shared.known = calloc(1, sizeof(*shared.known));
    FUZZ_CHECK(shared.known != NULL);
    template_evidence(observations, sizeof(observations) - 1, shared.known, &shared.evidence);
    template_expand(manifest, sizeof(manifest) - 1, shared.known, &shared.right);
    for (size_t i = 0; i < 2; i++) {
        const wm_checker *checker = wm_checker_at(i);
        FUZZ_CHECK(wm_buffer_append(&shared.checkers[i], checker->data, checker->size_bytes) ==
                   WM_OK);
    }
    shared.manifest = shared.right;
    FUZZ_CHECK(audit() == WM_OK);
    memset(&shared.manifest, 0, sizeof(shared.manifest));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (shared.known == NULL)
        set_up();
    shared.manifest.size = 0;
    template_expand((const char *)data, size, shared.known, &shared.manifest);
    bool right = shared.manifest.size == shared.right.size &&
                 memcmp(shared.manifest.data, shared.right.data, shared.right.size) == 0;
    FUZZ_CHECK((audit() == WM_OK) == right);
    return 0;
}
