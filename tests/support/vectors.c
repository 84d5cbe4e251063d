/* Reads published test vectors from their folder; they are never copied into the tree. */
#include "support/vectors.h"

#include "standards/json.h"
#include "support/cmocka.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void full_path(const char *path, char *full, size_t size)
{
    const char *folder = getenv("WM_VECTORS");
    int length = snprintf(full, size, "%s/%s", folder != NULL ? folder : "../shared/vectors", path);
    assert_true(length > 0 && (size_t)length < size);
}

bool vectors_have(const char *name)
{
    char full[1024];
    struct stat info;
    full_path(name, full, sizeof full);
    if (stat(full, &info) == 0 && S_ISDIR(info.st_mode))
        return true;
    print_message("no vectors at %s (set WM_VECTORS)\n", full);
    return false;
}

void vectors_read(const char *path, wm_buffer *text)
{
    char full[1024];
    size_t taken;
    FILE *file;
    full_path(path, full, sizeof full);
    file = fopen(full, "rb");
    assert_non_null(file);
    do {
        assert_int_equal(wm_buffer_reserve(text, 65536), WM_OK);
        taken = fread(text->data + text->size, 1, 65536, file);
        text->size += taken;
    } while (taken == 65536);
    assert_int_equal(ferror(file), 0);
    fclose(file);
}

static int not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int visit_entries(const char *path, bool folders, void (*visit)(const char *path))
{
    struct dirent **entries;
    char full[1024], inner[1024];
    int count, i, files = 0;
    full_path(path, full, sizeof full);
    count = scandir(full, &entries, not_hidden, alphasort);
    assert_true(count >= 0);
    for (i = 0; i < count; i++) {
        struct stat info;
        assert_true(snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name) > 0);
        full_path(inner, full, sizeof full);
        assert_int_equal(stat(full, &info), 0);
        if (folders && S_ISDIR(info.st_mode))
            files += vectors_each(inner, visit);
        if (!folders && S_ISREG(info.st_mode)) {
            visit(inner);
            files++;
        }
        free(entries[i]);
    }
    free(entries);
    return files;
}

int vectors_each(const char *path, void (*visit)(const char *path))
{
    int files = visit_entries(path, false, visit);
    return files + visit_entries(path, true, visit);
}

static wm_json *reader;
static wm_buffer source;

const wm_json_value *vectors_json(const char *path)
{
    const wm_json_options options = {WM_JSON_STRICT, 0, 0};
    const wm_json_value *root;
    vectors_json_clear();
    reader = wm_json_new();
    assert_non_null(reader);
    vectors_read(path, &source);
    assert_int_equal(wm_json_parse(reader, source.data, source.size, &options, &root, NULL), WM_OK);
    return root;
}

void vectors_json_clear(void)
{
    wm_json_free(reader);
    reader = NULL;
    wm_buffer_clear(&source);
}
