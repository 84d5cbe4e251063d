/* Computes seeds and challenges as SHA-256 hashes.
 *
 * Operands follow from the plan, so a checker makes them again. Challenges follow from the digest
 * of the output, so a producer who has not computed it cannot know where it will be looked at. */
#include "record/laws/derive.h"

#include <stdio.h>
#include <string.h>

static void add_text(wm_sha256 *hash, const char *text)
{
    wm_sha256_update(hash, text, strlen(text));
}

wm_status wm_derive_seed(const wm_item *item, const char *nonce, unsigned operand,
                         uint8_t seed[WM_SHA256_SIZE])
{
    wm_buffer image = WM_BUFFER_EMPTY;
    wm_sha256 hash;
    wm_status status = wm_buffer_puts(&image, "{\"shape\":");
    if (status == WM_OK)
        status = wm_plan_shape_json(item, &image);
    if (status == WM_OK)
        status = wm_buffer_printf(&image, ",\"variant\":\"%s\",\"workload\":\"%s\"}",
                                  item->variant->variant, item->variant->workload);
    if (status == WM_OK) {
        wm_sha256_init(&hash);
        add_text(&hash, "witnessmark/1 input\n");
        wm_sha256_update(&hash, image.data, image.size);
        add_text(&hash, "\n");
        add_text(&hash, item->variant->operand[operand]);
        add_text(&hash, "\n");
        add_text(&hash, nonce);
        wm_sha256_final(&hash, seed);
    }
    wm_buffer_clear(&image);
    return status;
}

/* Appends the seeds of all operands as an array of hex. */
static wm_status add_seeds(const wm_item *item, const char *nonce, wm_buffer *context)
{
    wm_status status = wm_buffer_puts(context, ",\"seeds\":[");
    for (unsigned i = 0; i < item->variant->operand_count && status == WM_OK; i++) {
        uint8_t seed[WM_SHA256_SIZE];
        char hex[WM_SHA256_HEX_SIZE + 1];
        status = wm_derive_seed(item, nonce, i, seed);
        if (status != WM_OK)
            break;
        wm_sha256_to_hex(seed, hex);
        status = wm_buffer_printf(context, "%s\"%s\"", i == 0 ? "" : ",", hex);
    }
    return status != WM_OK ? status : wm_buffer_puts(context, "],\"shape\":");
}

wm_status wm_derive_context(const wm_item *item, const char *nonce,
                            const uint8_t output_digest[WM_SHA256_SIZE], wm_buffer *context)
{
    const wm_variant *variant = item->variant;
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_status status;
    wm_sha256_to_hex(output_digest, hex);
    status = wm_buffer_printf(context,
                              "{\"layout\":\"%s\",\"nonce\":\"%s\",\"operand_format\":\"%s\","
                              "\"output_digest\":\"%s\",\"output_format\":\"%s\"",
                              variant->layout, nonce, variant->operand_format, hex,
                              variant->output_format);
    if (status == WM_OK)
        status = add_seeds(item, nonce, context);
    if (status == WM_OK)
        status = wm_plan_shape_json(item, context);
    if (status == WM_OK)
        status = wm_buffer_printf(context, ",\"variant\":\"%s\",\"workload\":\"%s\"}",
                                  variant->variant, variant->workload);
    return status;
}

/* SHA-256( tag || context || tail ) */
static void hash_context(const char *tag, const wm_buffer *context, const char *tail,
                         uint8_t seed[WM_SHA256_SIZE])
{
    wm_sha256 hash;
    wm_sha256_init(&hash);
    add_text(&hash, tag);
    wm_sha256_update(&hash, context->data, context->size);
    add_text(&hash, tail);
    wm_sha256_final(&hash, seed);
}

void wm_derive_probe(const wm_buffer *context, unsigned j, uint8_t seed[WM_SHA256_SIZE])
{
    char tail[32];
    snprintf(tail, sizeof tail, "\n8\n%u", j);
    hash_context("witnessmark/1 probe\n", context, tail, seed);
}

void wm_derive_challenge(const wm_buffer *context, wm_challenge challenge,
                         uint8_t seed[WM_SHA256_SIZE])
{
    static const char *const TAGS[] = {[WM_CHALLENGE_WEIGHTS] = "witnessmark/1 weights\n",
                                       [WM_CHALLENGE_ROWS] = "witnessmark/1 rows\n",
                                       [WM_CHALLENGE_SIGNS] = "witnessmark/1 signs\n"};
    hash_context(TAGS[challenge], context, "", seed);
}

void wm_derive_exact(const wm_buffer *context, const uint8_t exact_digest[WM_SHA256_SIZE],
                     uint8_t seed[WM_SHA256_SIZE])
{
    char tail[1 + WM_SHA256_HEX_SIZE + 1] = "\n";
    wm_sha256_to_hex(exact_digest, tail + 1);
    hash_context("witnessmark/1 exact\n", context, tail, seed);
}

void wm_derive_opening(const wm_buffer *context, const wm_roots *continues,
                       uint8_t seed[WM_SHA256_SIZE])
{
    char tail[WM_TABLES_CONTINUES * (1 + WM_SHA256_HEX_SIZE) + 1] = "";
    for (uint32_t i = 0; continues != NULL && i < continues->count; i++) {
        char *at = tail + i * (1 + WM_SHA256_HEX_SIZE);
        *at = '\n';
        wm_sha256_to_hex(continues->root[i], at + 1);
    }
    hash_context("witnessmark/1 opening\n", context, tail, seed);
}
