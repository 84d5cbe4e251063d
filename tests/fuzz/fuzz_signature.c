/* Fuzzes what ssh-keygen says of a file of allowed signers: its words may hold any bytes of that
 * file. The tool is faked: the input has its two exit statuses, then what it prints when it names
 * the signers, what it prints when it checks, and the record's path, with NUL between them. */
#include "fuzz.h"
#include "views.h"

#include "cli/find_program.h"
#include "cli/tool.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
    const char *texts[2]; /* what the tool prints: first, then every other time */
    int statuses[2];
    unsigned calls;
} fake;

static wm_status fake_tool_run(wm_tool *tool, wm_buffer *output)
{
    const char *text = fake.texts[fake.calls > 0];
    const size_t size = strlen(text);
    tool->result = fake.statuses[fake.calls > 0];
    tool->is_late = false;
    tool->is_long = size > tool->most_bytes;
    fake.calls++;
    return wm_buffer_append(output, text, tool->is_long ? tool->most_bytes : size);
}

#define wm_tool_run fake_tool_run
#define wm_find_program_installed(name, path, err) \
    ((void)(name), (void)(err), (void)memcpy(path, "/x", 3), WM_OK)
#include "cli/signature.c"

/* A file in memory, as the signers and as the signature. */
static const char *some_file(void)
{
    static char path[64];
    if (path[0] == '\0') {
        const int file = memfd_create("fuzz", 0);
        FUZZ_CHECK(file >= 0 && write(file, "x", 1) == 1);
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    return path;
}

static void check_words(const char *words)
{
    for (; *words != '\0'; words++)
        FUZZ_CHECK((unsigned char)*words >= ' ' && *words != 0x7f);
}

/* A copy of the text up to a NUL, and where the next one begins. */
static char *take(const uint8_t **data, size_t *size, size_t most)
{
    const uint8_t *end = *size == 0 ? NULL : memchr(*data, 0, *size);
    const size_t length = end != NULL ? (size_t)(end - *data) : *size;
    char *text = strndup((const char *)*data, length < most ? length : most);
    FUZZ_CHECK(text != NULL);
    *data += length + (end != NULL);
    *size -= length + (end != NULL);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char ROOT[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    static wm_signature signature;
    wm_document to = {.status = WM_OK};
    char *texts[3];
    if (size < 2)
        return 0;
    memset(&fake, 0, sizeof fake);
    fake.statuses[0] = data[0] % 3;
    fake.statuses[1] = data[1] % 3;
    data += 2;
    size -= 2;
    for (size_t i = 0; i < 3; i++)
        texts[i] = take(&data, &size, 60000);
    fake.texts[0] = texts[0];
    fake.texts[1] = texts[1];
    wm_signature_check(some_file(), some_file(), texts[2], ROOT, &signature);
    FUZZ_CHECK(fake.calls >= 1 && fake.calls <= PRINCIPALS + 1);
    FUZZ_CHECK((signature.state == WM_SIGNATURE_GOOD) ==
               (fake.calls > 1 && fake.statuses[0] == 0 && fake.statuses[1] == 0));
    check_words(signature.signer);
    check_words(signature.words);
    wm_data_begin(&to, "audit", wm_signature_outcome(&signature, WM_OK));
    wm_signature_add(&to, &signature);
    print_all(&to);

    /* The file's name from the record's path. The tool is called only if that file is there. */
    wm_signature_check(some_file(), NULL, texts[2], ROOT, &signature);
    check_words(signature.words);
    for (size_t i = 0; i < 3; i++)
        free(texts[i]);
    return 0;
}
