/* Tests of record/nodes/kind: structs written, read back, and refused. */
#include "record/nodes/contents.h"

#include <math.h>
#include <string.h>

#include "support/cmocka.h"

static const char ID[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

static wm_json *json;
static wm_buffer line;

static int set_up(void **state)
{
    (void)state;
    json = wm_json_new();
    return json == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    wm_json_free(json);
    wm_buffer_clear(&line);
    return 0;
}

/* Writes a node, compares its text, and reads it back. */
static void round_trip(const wm_form *form, const void *node, const char *text, wm_content *content)
{
    line.size = 0;
    assert_int_equal(wm_kind_write(form, node, &line), WM_OK);
    if (text != NULL)
        assert_string_equal(wm_buffer_text(&line), text);
    assert_int_equal(wm_contents_read(json, line.data, line.size, content), WM_OK);
    assert_ptr_equal(content->form, form);
}

static void named_values_are_sorted(void **state)
{
    const wm_named_number numbers[] = {{wm_member_text("speed"), 2.5},
                                       {wm_member_text("a"), (double)NAN},
                                       {wm_member_text("rate"), -1}};
    const wm_external_node node = {.environment = wm_member_edge(ID),
                                   .plan = wm_member_edge(ID),
                                   .index = 3,
                                   .series = wm_member_text("s"),
                                   .values = {wm_member_list(numbers, 3), wm_member_text("lost")}};
    wm_named_number number;
    wm_content content;
    unsigned count = 0;
    (void)state;
    round_trip(
        &wm_kind_external_form, &node,
        "{\"environment\":\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
        "\",\"index\":3,\"kind\":\"external\",\"plan\":\"00112233445566778899aabbccddeeff001"
        "12233445566778899aabbccddeeff\",\"series\":\"s\",\"type\":\"observation\",\"values\""
        ":{\"a\":null,\"rate\":-1,\"reason\":\"lost\",\"speed\":2.5}}",
        &content);
    assert_true(content.of.external.index == 3);
    while (wm_member_next_value(&content.of.external.values.numbers, &number)) {
        count++;
        assert_true(wm_member_is(number.name, "a") ? isnan(number.number) : number.number != 0);
    }
    assert_int_equal(count, 3);
}

static void residuals_have_rows_by_their_variant(void **state)
{
    const wm_variant *gemm = wm_tables_variant("gemm", 4, "f32", 3);
    const wm_variant *triad = wm_tables_variant("hbm_triad", 9, "f32", 3);
    const wm_variant *attention = wm_tables_variant("attention", 9, "bf16", 4);
    const wm_observed_residual residual = {.difference_max = 0.5,
                                           .reference_max = (double)NAN,
                                           .row_statistic = 1.25,
                                           .row = 7,
                                           .probe = 23,
                                           .residual_squares = 8.5,
                                           .rounding_squares = (double)NAN,
                                           .row_sum_error = 0.25};
    wm_stage_node node = {.environment = wm_member_edge(ID),
                          .plan = wm_member_edge(ID),
                          .item = 0,
                          .index = 1,
                          .previous = wm_member_edge(ID),
                          .output_digest = wm_member_hex(wm_member_edge(ID).id),
                          .openings = wm_member_list(NULL, 0),
                          .residual = wm_objects_residual_node(&residual, triad)};
    wm_observed_residual read;
    wm_content content;
    (void)state;
    round_trip(&wm_kind_stage_witness, &node, NULL, &content);
    assert_null(strstr(wm_buffer_text(&line), "row"));
    assert_non_null(strstr(line.data, "\"reason\":\"not finite\",\"reference_max\":null"));
    read = wm_objects_residual_of(&content.of.stage.residual, triad);
    assert_true(read.difference_max == 0.5 && isnan(read.reference_max) &&
                isnan(read.row_statistic));
    node.residual = wm_objects_residual_node(&residual, gemm);
    round_trip(&wm_kind_stage_witness, &node, NULL, &content);
    read = wm_objects_residual_of(&content.of.stage.residual, gemm);
    assert_true(read.row == 7 && read.row_statistic == 1.25 && read.probe == 23 &&
                read.residual_squares == 8.5 && isnan(read.rounding_squares) &&
                isnan(read.row_sum_error));
    node.residual = wm_objects_residual_node(&residual, attention);
    round_trip(&wm_kind_stage_witness, &node, NULL, &content);
    read = wm_objects_residual_of(&content.of.stage.residual, attention);
    assert_true(read.row_sum_error == 0.25 && isnan(read.row_statistic));
}

static void plans_are_read_back(void **state)
{
    wm_item items[2], read;
    wm_item_node nodes[2];
    wm_plan_node node = {.environment = wm_member_edge(ID),
                         .items = wm_member_list(nodes, 2),
                         .name = wm_member_text("p"),
                         .nonce = wm_member_text("ab"),
                         .repeat_seconds = 0.25,
                         .continues = wm_member_list(NULL, 0),
                         .run = {.is_there = true}};
    wm_content content;
    wm_list list;
    (void)state;
    memset(items, 0, sizeof items);
    items[0] = (wm_item){.variant = wm_tables_variant("gemm", 4, "fp16", 4),
                         .dimension = {4, 5, 6},
                         .repeats = 3,
                         .fault = {WM_FAULT_ROW, true, 2, 1},
                         .point = WM_POINT_SOAK,
                         .minutes = 8};
    items[1] = (wm_item){
        .variant = wm_tables_variant("hbm_triad", 9, "f32", 3), .dimension = {9}, .repeats = 1};
    for (int i = 0; i < 2; i++)
        nodes[i] = wm_kind_plan_node_of(&items[i]);
    round_trip(&wm_kind_plan_form, &node, NULL, &content);
    list = content.of.plan.items;
    for (int i = 0; i < 2; i++) {
        assert_true(wm_kind_plan_next(&list, &read));
        assert_memory_equal(&read.dimension, &items[i].dimension, sizeof read.dimension);
        assert_ptr_equal(read.variant, items[i].variant);
        assert_int_equal(read.repeats, items[i].repeats);
        assert_int_equal(read.fault.kind, items[i].fault.kind);
        assert_int_equal(read.fault.column, items[i].fault.column);
        assert_int_equal(read.point, items[i].point);
        assert_int_equal(read.minutes, items[i].minutes);
    }
    assert_false(wm_kind_plan_next(&list, &read));
}

static void a_missing_field_is_not_written(void **state)
{
    const wm_stage_node none = {.item = 0};
    wm_stage_node node = {.environment = wm_member_edge(ID),
                          .plan = wm_member_edge(ID),
                          .item = 0,
                          .index = 0,
                          .decision = wm_member_text("accept")};
    wm_content content;
    (void)state;
    line.size = 0;
    assert_int_equal(wm_kind_write(&wm_kind_stage_decide, &none, &line), WM_E_ARG);
    assert_int_equal(line.size, 0);
    round_trip(&wm_kind_stage_decide, &node, NULL, &content); /* `previous` is optional */
    assert_false(content.of.stage.previous.is_there);
    node.decision = (wm_text){"\xff", 1};
    line.size = 0;
    assert_int_equal(wm_kind_write(&wm_kind_stage_decide, &node, &line), WM_E_CANON);
}

/* Each breaks one rule of fields, which the refusal must name. */
static void objects_are_matched_by_all_rules(void **state)
{
    static const struct {
        const char *text;
        wm_rule rule;
    } cases[] = {
        {"{\"path\":\"a\"}", WM_RULE_SCHEMA_MISSING},
        {"{\"path\":7,\"sha256\":\"\"}", WM_RULE_SCHEMA_VALUE},
        {"{\"a\":1,\"path\":\"a\"}", WM_RULE_SCHEMA_UNKNOWN},
        {"{\"path\":null,\"sha256\":\"\"}", WM_RULE_SCHEMA_VALUE},
    };
    const wm_json_options options = {WM_JSON_STRICT, 0, 0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wm_refusal refusal;
        const wm_matching matching = {&refusal, NULL, NULL}, audited = {NULL, NULL, NULL};
        const wm_json_value *node;
        wm_file_node file;
        memset(&refusal, 0, sizeof refusal);
        assert_int_equal(
            wm_json_parse(json, cases[i].text, strlen(cases[i].text), &options, &node, NULL),
            WM_OK);
        assert_false(wm_kind_match(&matching, &wm_kind_root_file, node, &file));
        assert_int_equal(refusal.rule, cases[i].rule);
        assert_true(wm_kind_match(&audited, &wm_kind_root_file, node, &file));
        assert_false(file.sha256.is_there);
    }
}

static void words_of_refusals_are_plain_ascii(void **state)
{
    char out[64];
    (void)state;
    wm_refusal_mask("a\x1b[2J\xc2\xa0\xe2\x80\xae\xc2\x9b\xf0\x9f\x98\x80\xff z", out, sizeof out);
    assert_string_equal(out, "a\\u001b[2J\\u00a0\\u202e\\u009b\\U0001f600\\xff z");
    wm_refusal_mask("\xc0\xaf\xed\xa0\x80\xe2\x80", out, sizeof out);
    assert_string_equal(out, "\\xc0\\xaf\\xed\\xa0\\x80\\xe2\\x80");
    wm_refusal_mask("ab\xc2\xa0", out, 5); /* half of an escape is never kept */
    assert_string_equal(out, "ab");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_values_are_sorted),
        cmocka_unit_test(residuals_have_rows_by_their_variant),
        cmocka_unit_test(plans_are_read_back),
        cmocka_unit_test(a_missing_field_is_not_written),
        cmocka_unit_test(objects_are_matched_by_all_rules),
        cmocka_unit_test(words_of_refusals_are_plain_ascii),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
