/* Writes the folder of a sweep: fleet_records LINES FOLDER FIRST LAST [slow|altered].
 *
 * LINES is of healthy_lines.py. Writes FOLDER/nNUMBER/evidence.jsonl and FOLDER/nNUMBER.exit for
 * each number. slow: rates are 10 % lower. altered: the first item has another digest. */
#include "support/vary_fleet.h"

#include "standards/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int fail(const char *what, const char *words)
{
    fprintf(stderr, "fleet_records: %s: %s\n", what, words);
    return 1;
}

static int put(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size)
        return fail(path, "cannot be written");
    return fclose(file) == 0 ? 0 : fail(path, "cannot be written");
}

/* The root is the hash of the last line. */
static int write_manifest(const char *folder, unsigned number, const wm_buffer *evidence)
{
    const char *last = memrchr(evidence->data, '\n', evidence->size - 1);
    char path[4096], text[200], root[WM_SHA256_HEX_SIZE + 1], file[WM_SHA256_HEX_SIZE + 1];
    uint8_t hash[WM_SHA256_SIZE];
    int size;
    wm_sha256_hash(last + 1, (size_t)(evidence->data + evidence->size - last - 1), hash);
    wm_sha256_to_hex(hash, root);
    wm_sha256_hash(evidence->data, evidence->size, hash);
    wm_sha256_to_hex(hash, file);
    size = snprintf(text, sizeof text, "# root %s\n%s  evidence.jsonl\n", root, file);
    (void)snprintf(path, sizeof path, "%s/n%u/manifest.sha256", folder, number);
    return put(path, text, (size_t)size);
}

static int write_node(const char *folder, unsigned number, const wm_buffer *evidence)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/n%u.exit", folder, number);
    if (put(path, "0\n", 2) != 0)
        return 1;
    (void)snprintf(path, sizeof path, "%s/n%u", folder, number);
    (void)mkdir(path, 0755);
    (void)snprintf(path, sizeof path, "%s/n%u/evidence.jsonl", folder, number);
    return put(path, evidence->data, evidence->size) != 0
               ? 1
               : write_manifest(folder, number, evidence);
}

int main(int argc, char **argv)
{
    wm_buffer lines = WM_BUFFER_EMPTY, evidence = WM_BUFFER_EMPTY;
    wm_error err = {WM_OK, "", ""};
    const char *how = argc > 5 ? argv[5] : "";
    int answer = 0;
    if (argc < 5)
        return fail("usage", "fleet_records LINES FOLDER FIRST LAST [slow|altered]");
    if (vary_fleet_read(argv[1], &lines) != WM_OK)
        return fail(argv[1], "cannot be read");
    for (unsigned i = (unsigned)atoi(argv[3]); i <= (unsigned)atoi(argv[4]) && answer == 0; i++) {
        const vary_fleet_node node = {i, strcmp(how, "slow") == 0 ? 1 / 0.9 : 1,
                                      strcmp(how, "altered") == 0 ? 0 : -1};
        answer = vary_fleet_evidence(&lines, &node, &evidence, &err) == WM_OK
                     ? write_node(argv[2], i, &evidence)
                     : fail(err.place, err.message);
    }
    wm_buffer_clear(&lines);
    wm_buffer_clear(&evidence);
    return answer;
}
