/* Tests of study/provenance: the recorded environment against this one. */
#include "study/reverify/provenance.h"

#include "standards/jcs.h"
#include "support/cmocka.h"

#include <string.h>

static wm_provenance origin_of(const char *environment, bool of_outputs)
{
    const wm_json_options options = {0, 0, 0};
    wm_json *json = wm_json_new();
    const wm_json_value *root;
    const wm_matching audited = {NULL, NULL, NULL};
    wm_environment_node node;
    wm_buffer image = WM_BUFFER_EMPTY;
    wm_provenance outputs, residuals;
    assert_non_null(json);
    assert_int_equal(wm_json_parse(json, environment, strlen(environment), &options, &root, NULL),
                     WM_OK);
    assert_int_equal(wm_jcs_append(&image, root, NULL), WM_OK);
    assert_int_equal(wm_json_parse(json, image.data, image.size, &options, &root, NULL), WM_OK);
    assert_true(wm_kind_match(&audited, &wm_kind_environment_form, root, &node));
    wm_provenance_read(&node, &outputs, &residuals);
    wm_json_free(json);
    wm_buffer_clear(&image);
    return of_outputs ? outputs : residuals;
}

#define THREADS(kernels, threads)                            \
    "\"facts\":[{\"name\":\"cpu.governor\",\"value\":null}," \
    "{\"name\":\"cpu.kernels\",\"value\":\"" kernels "\"},"  \
    "{\"name\":\"threads\",\"value\":" threads "}]"
#define FACTS(kernels) THREADS(kernels, "2")
#define HERE                                                                                  \
    "{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cpu\",\"device\":\"P\"," FACTS( \
        "avx2") "}"

/* The first difference is reported. For residuals the witness counts, if there is one. */
static void the_first_difference_is_told(void **state)
{
    static const struct {
        const char *environment, *line;
    } cases[] = {
        {HERE, "the recorded environment matches this one"},
        {"{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cuda\",\"device\":\"G\"," FACTS(
             "none") ",\"witness\":{\"backend\":\"cpu\",\"device\":\"P\"," FACTS("avx2") "}}",
         "the recorded environment matches this one"},
        {"{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cuda\",\"device\":\"G\"}",
         "backend: recorded cuda, here cpu"},
        {"{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cpu\",\"device\":\"Q\\u001b["
         "2J\\u00e9\"," FACTS("avx2") "}",
         "device: recorded Q?[2J??, here P"},
        {"{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cpu\",\"device\":\"P\"," FACTS(
             "amx") "}",
         "cpu.kernels: recorded amx, here avx2"},
        {"{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cpu\",\"device\":\"P\"}",
         "cpu.kernels: recorded none, here avx2"},
        /* A host's threads do not belong to its GPU. */
        {"{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cuda\",\"device\":"
         "\"G\"," THREADS("none", "9") ",\"witness\":{\"backend\":\"cpu\",\"device\":\"P\"," FACTS(
             "avx2") "}}",
         "the recorded environment matches this one"},
        {"{\"producer\":{\"source_revision\":\"r2\"},\"backend\":\"cpu\",\"device\":\"P\"," FACTS(
             "avx2") "}",
         "source revision: recorded r2, here r1"},
        {"{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cpu\",\"device\":\"P\"," THREADS(
             "avx2", "1") "}",
         "threads: recorded 1, here 2"},
    };
    const wm_provenance here = origin_of(HERE, false);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wm_provenance recorded = origin_of(cases[i].environment, false);
        char line[WM_PROVENANCE_LINE];
        wm_provenance_compare(&recorded, &here, line);
        assert_string_equal(line, cases[i].line);
    }
}

/* A witness checks outputs; the device made them. */
static void outputs_are_the_devices(void **state)
{
    const wm_provenance here = origin_of(HERE, true);
    const wm_provenance recorded = origin_of(
        "{\"producer\":{\"source_revision\":\"r1\"},\"backend\":\"cuda\",\"device\":\"G\"," FACTS(
            "avx2") ",\"witness\":{\"backend\":\"cpu\",\"device\":\"P\"," FACTS("avx2") "}}",
        true);
    char line[WM_PROVENANCE_LINE];
    (void)state;
    wm_provenance_compare(&recorded, &here, line);
    assert_string_equal(line, "backend: recorded cuda, here cpu");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_difference_is_told),
        cmocka_unit_test(outputs_are_the_devices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
