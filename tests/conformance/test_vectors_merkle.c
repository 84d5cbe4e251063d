/* RFC 9162: inclusion proofs of transparency-dev/merkle, most of them forged. */
#include "standards/base64.h"
#include "standards/json.h"
#include "standards/merkle.h"
#include "support/cmocka.h"
#include "support/vectors.h"

#include <string.h>

static int good, forged;

/* A base64 field. */
static size_t bytes_of(const wm_json_value *text, uint8_t *data, size_t capacity)
{
    size_t size = 0;
    assert_non_null(text);
    if (text->kind == WM_JSON_NULL)
        return 0;
    assert_int_equal(wm_base64_decode(text->text, text->text_size, data, capacity, &size), WM_OK);
    return size;
}

static uint64_t count_of(const wm_json_value *object, const char *name)
{
    const wm_json_value *number = wm_json_member(object, name);
    uint64_t count = 0;
    size_t i;
    assert_non_null(number);
    for (i = 0; i < number->text_size; i++) /* exact: some are near 2^64 */
        count = count * 10 + (uint64_t)(number->text[i] - '0');
    return count;
}

/* A hash. A text of another length, which our interface cannot express, becomes the hash of its
 * bytes, so that equal stays equal and unequal stays unequal. */
static void hash_in(const wm_json_value *text, uint8_t salt, uint8_t hash[32])
{
    uint8_t data[257];
    size_t size = bytes_of(text, data, sizeof data - 1);
    if (size == 32) {
        memcpy(hash, data, 32);
    } else {
        data[size] =
            /* so that an empty text is not the root of the empty tree, or an absent leaf its
             * root */
            salt;
        wm_sha256_hash(data, size + 1, hash);
    }
}

static size_t path_in(const wm_json_value *list, uint8_t path[80 * 32])
{
    const wm_json_value *element;
    size_t count = 0;
    assert_non_null(list);
    for (element = list->first; element != NULL; element = element->next) {
        assert_true(count < 80);
        hash_in(element, 'n', path + 32 * count++);
    }
    return count;
}

static void conclude(const char *path, const wm_json_value *vector, wm_status status)
{
    const wm_json_value *wanted = wm_json_member(vector, "wantErr");
    assert_non_null(wanted);
    if ((wanted->kind == WM_JSON_TRUE) != (status != WM_OK))
        fail_msg("%s: %s", path, wm_status_text(status));
    good += status == WM_OK;
    forged += status != WM_OK;
}

static void check_inclusion(const char *path)
{
    const wm_json_value *vector = vectors_json(path);
    uint8_t leaf[32], root[32], proof[80 * 32];
    size_t count = path_in(wm_json_member(vector, "proof"), proof);
    hash_in(wm_json_member(vector, "leafHash"), 'l', leaf);
    hash_in(wm_json_member(vector, "root"), 'r', root);
    conclude(path, vector,
             wm_merkle_check_inclusion(leaf, count_of(vector, "leafIdx"),
                                       count_of(vector, "treeSize"), proof, count, root));
}

static void inclusion(void **state)
{
    (void)state;
    if (!vectors_have("merkle-transparency-dev"))
        skip();
    good = forged = 0;
    assert_int_equal(vectors_each("merkle-transparency-dev/testdata/inclusion", check_inclusion),
                     98);
    assert_true(good >= 5 && forged >= 80);
    vectors_json_clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inclusion),
    };
    return cmocka_run_group_tests_name("Merkle vectors", tests, NULL, NULL);
}
