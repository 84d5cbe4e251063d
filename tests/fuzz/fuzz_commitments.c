/* Fuzzes the lines of RECORD.facts: a text is read whole, or refused with words that a terminal can
 * show. What was read hides nothing: each line has its own hash, and reads again as it is. */
#include "fuzz.h"

#include "base/buffer.h"
#include "measure/facts/commitments.h"
#include "standards/sha256.h"

#include <string.h>

static void check_words(const char *words)
{
    FUZZ_CHECK(words[0] != '\0');
    for (; *words != '\0'; words++)
        FUZZ_CHECK((unsigned char)*words >= ' ' && *words != 0x7f);
}

/* The hash of a line is that of its bytes, and its name and value are in no other line's place. */
static void check_line(const wm_commitment *one)
{
    uint8_t digest[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1];
    FUZZ_CHECK(strchr(one->line, '\n') == NULL && strlen(one->name) <= 64 && !one->is_new);
    wm_sha256_hash(one->line, strlen(one->line), digest);
    wm_sha256_to_hex(digest, hex);
    FUZZ_CHECK(strcmp(hex, one->hash) == 0);
}

/* A fact that is there is found, and gets no other salt. */
static void check_found(wm_commitments *all, const wm_commitment *one)
{
    const size_t count = all->count;
    char hash[WM_ID_SIZE];
    size_t first = 0;
    while (strcmp(all->of[first].name, one->name) != 0 ||
           strcmp(all->of[first].value, one->value) != 0)
        first++;
    FUZZ_CHECK(wm_commitments_make(all, one->name, one->value, hash) == WM_OK);
    FUZZ_CHECK(all->count == count && strcmp(hash, all->of[first].hash) == 0);
}

/* The lines, written one below the other, are read as the same ones. */
static void check_again(const wm_commitments *all)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_commitments again = {.count = 0};
    for (size_t i = 0; i < all->count; i++)
        FUZZ_CHECK(wm_buffer_puts(&text, all->of[i].line) == WM_OK &&
                   wm_buffer_putc(&text, '\n') == WM_OK);
    FUZZ_CHECK(wm_commitments_read(&again, text.data, text.size, "again", NULL) == WM_OK);
    FUZZ_CHECK(again.count == all->count);
    for (size_t i = 0; i < all->count; i++)
        FUZZ_CHECK(strcmp(again.of[i].hash, all->of[i].hash) == 0 &&
                   strcmp(again.of[i].value, all->of[i].value) == 0);
    wm_commitments_clear(&again);
    wm_buffer_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_commitments all = {.count = 0};
    wm_error err = {WM_OK, "", ""};
    char *text = malloc(size + (size == 0));
    wm_status status;
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    status = wm_commitments_read(&all, text, size, "record.facts", &err);
    FUZZ_CHECK(status == WM_OK || status == WM_E_INVALID);
    if (status == WM_E_INVALID)
        check_words(err.message);
    for (size_t i = 0; i < all.count; i++)
        check_line(&all.of[i]);
    for (size_t i = 0; i < all.count && i < 64; i++) /* each looks through all */
        check_found(&all, &all.of[i]);
    if (all.count > 0)
        check_again(&all);
    FUZZ_CHECK(!wm_commitments_are_new(&all));
    wm_commitments_clear(&all);
    free(text);
    return 0;
}
