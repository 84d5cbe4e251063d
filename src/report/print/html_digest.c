/* Carries the SHA-256 of what a page shows, so that its script sees a text that was altered.
 *
 * A browser gives elements, not bytes. So the digest is of what both have: each element with its
 * attributes as printed, and each text, with characters instead of entities; no end of an element.
 * bindings/page/evidence.js makes the same of the elements. It has no key: it shows accidents. */
#include "report/print/html_parts.h"

#include "standards/sha256.h"

#include <string.h>

static const char NAME[] = "main.sha256";

/* The entities that html_text.c writes. */
static const struct {
    const char *entity, *character;
} ENTITIES[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}};

/* Adds bytes with characters instead of entities. */
static void add_text(wm_sha256 *hash, const char *text, size_t size)
{
    const char *end = text + size, *entity;
    while ((entity = memchr(text, '&', (size_t)(end - text))) != NULL) {
        size_t i = 0;
        while (i + 1 < sizeof ENTITIES / sizeof ENTITIES[0] &&
               strncmp(entity, ENTITIES[i].entity, strlen(ENTITIES[i].entity)) != 0)
            i++;
        wm_sha256_update(hash, text, (size_t)(entity - text));
        wm_sha256_update(hash, ENTITIES[i].character, 1);
        text = entity + strlen(ENTITIES[i].entity);
    }
    wm_sha256_update(hash, text, (size_t)(end - text));
}

wm_status wm_html_digest_print(const char *html, size_t size, FILE *out)
{
    const char *end = html + size, *tag, *close;
    char hex[WM_SHA256_HEX_SIZE + 1];
    uint8_t digest[WM_SHA256_SIZE];
    wm_sha256 hash;
    wm_sha256_init(&hash);
    while ((tag = memchr(html, '<', (size_t)(end - html))) != NULL &&
           (close = memchr(tag, '>', (size_t)(end - tag))) != NULL) {
        add_text(&hash, html, (size_t)(tag - html));
        if (tag[1] != '/') {
            add_text(&hash, tag, (size_t)(close - tag) - (close[-1] == '/'));
            wm_sha256_update(&hash, ">", 1);
        }
        html = close + 1;
    }
    add_text(&hash, html, (size_t)(end - html));
    wm_sha256_final(&hash, digest);
    wm_sha256_to_hex(digest, hex);
    return wm_html_carried_print(&(wm_carried){NAME, hex, WM_SHA256_HEX_SIZE}, out);
}
