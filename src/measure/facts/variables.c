/* Reads and judges the environment variables that steer the loader and the libraries.
 *
 * They change what runs and how fast, so a record says them. A record is public: the list is
 * closed, and a value that may be a secret or name a user is masked. */
#include "measure/facts/variables.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a value names. */
typedef enum { WORDS, FILES, FOLDERS } naming;

/* Exact names only. A prefix such as CUDA_ could match a secret. Sources: ld.so(8), the manuals of
 * glibc, OpenBLAS, libgomp, CUDA, cuBLAS and cuDNN, and the strings of these libraries. */
static const struct {
    const char *name;
    naming names;
} VARIABLES[] = {
    {"CUBLASLT_DISABLE_CPU_INSTRUCTIONS_MASK", WORDS},
    {"CUBLASLT_HEURISTICS_CACHE_CAPACITY", WORDS},
    {"CUBLASLT_HEURISTICS_LUT_FILE", FILES},
    {"CUBLAS_EMULATE_DOUBLE_PRECISION", WORDS},
    {"CUBLAS_EMULATE_SINGLE_PRECISION", WORDS},
    {"CUBLAS_EMULATION_STRATEGY", WORDS},
    {"CUBLAS_FIXEDPOINT_EMULATION_MANTISSA_BIT_COUNT", WORDS},
    {"CUBLAS_WORKSPACE_CONFIG", WORDS},
    {"CUDA_CACHE_DISABLE", WORDS},
    {"CUDA_DEVICE_MAX_CONNECTIONS", WORDS},
    {"CUDA_DEVICE_ORDER", WORDS},
    {"CUDA_FORCE_PTX_JIT", WORDS},
    {"CUDA_LAUNCH_BLOCKING", WORDS},
    {"CUDA_MODULE_LOADING", WORDS},
    {"CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", WORDS},
    {"CUDA_VISIBLE_DEVICES", WORDS},
    {"CUDNN_LOGLEVEL_DBG", WORDS},
    {"CUDNN_RESCALE_THRESHOLD", WORDS},
    {"CUDNN_USE_EX2_EMULATION", WORDS},
    {"GLIBC_TUNABLES", WORDS},
    {"GOMP_CPU_AFFINITY", WORDS},
    {"GOMP_SPINCOUNT", WORDS},
    {"GOTO_NUM_THREADS", WORDS},
    {"LD_AUDIT", FILES},
    {"LD_LIBRARY_PATH", FOLDERS},
    {"LD_PRELOAD", FILES},
    {"MALLOC_ARENA_MAX", WORDS},
    {"NVIDIA_TF32_OVERRIDE", WORDS},
    {"NVIDIA_VISIBLE_DEVICES", WORDS},
    {"OMP_DYNAMIC", WORDS},
    {"OMP_MAX_ACTIVE_LEVELS", WORDS},
    {"OMP_NUM_THREADS", WORDS},
    {"OMP_PLACES", WORDS},
    {"OMP_PROC_BIND", WORDS},
    {"OMP_SCHEDULE", WORDS},
    {"OMP_THREAD_LIMIT", WORDS},
    {"OMP_WAIT_POLICY", WORDS},
    {"OPENBLAS_BLOCK_FACTOR", WORDS},
    {"OPENBLAS_CORETYPE", WORDS},
    {"OPENBLAS_NUM_THREADS", WORDS},
    {"OPENBLAS_THREAD_TIMEOUT", WORDS},
};

enum {
    COUNT = sizeof VARIABLES / sizeof VARIABLES[0],
    WORD_MAX = 40, /* a longer word may be a secret; a GPU's UUID has 40 */
    START_MAX = 1 << 20
};

static naming naming_of(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(VARIABLES[i].name, name) == 0)
            return VARIABLES[i].names;
    return WORDS;
}

/* ---- masking --------------------------------------------------------------------------------- */

static bool is_separator(char byte)
{
    return byte != '\0' && strchr(" :;,={}()", byte) != NULL;
}

static bool is_printable(char byte)
{
    return byte >= 0x20 && byte < 0x7f;
}

/* Whether a value consists of numbers, words, lists and paths. */
static bool is_plain(const char *value)
{
    size_t word = 0;
    for (; *value != '\0'; value++) {
        word = is_separator(*value) || *value == '/' ? 0 : word + 1;
        if (word > WORD_MAX)
            return false;
        if (is_printable(*value) && !isalnum((unsigned char)*value) && !is_separator(*value) &&
            strchr("_-+.*%#@/$~", *value) == NULL)
            return false;
    }
    return true;
}

/* Appends a byte while there is room for it and for the length. */
static void put(char text[WM_VARIABLES_SIZE], size_t *used, char byte)
{
    if (*used < WM_VARIABLES_KEPT)
        text[*used] = is_printable(byte) ? byte : '?';
    *used += 1;
}

/* Appends one word. Of a path, only the file's name is kept. */
static void put_word(char text[WM_VARIABLES_SIZE], size_t *used, const char *word, size_t size,
                     naming names)
{
    const char *slash = NULL;
    for (size_t i = 0; i < size; i++)
        if (word[i] == '/')
            slash = word + i;
    if (slash != NULL || (names == FOLDERS && size > 0)) {
        for (const char *mark = ".../"; *mark != '\0'; mark++)
            put(text, used, *mark);
        size = slash == NULL || names == FOLDERS ? 0 : (size_t)(word + size - slash - 1);
        word = slash == NULL ? word : slash + 1;
    }
    for (size_t i = 0; i < size; i++)
        put(text, used, word[i]);
}

void wm_variables_mask(const char *name, const char *value, char text[WM_VARIABLES_SIZE])
{
    const size_t size = strlen(value);
    size_t used = 0;
    if (!is_plain(value)) {
        (void)snprintf(text, WM_VARIABLES_SIZE, "masked, %zu bytes", size);
        return;
    }
    for (size_t begin = 0, end; begin < size; begin = end + 1) {
        for (end = begin; end < size && !is_separator(value[end]); end++)
            ;
        put_word(text, &used, value + begin, end - begin, naming_of(name));
        if (end < size)
            put(text, &used, value[end]);
    }
    if (used > WM_VARIABLES_KEPT)
        (void)snprintf(text + WM_VARIABLES_KEPT, WM_VARIABLES_SIZE - WM_VARIABLES_KEPT,
                       "... (%zu bytes)", size);
    else
        text[used] = '\0';
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads a file of at most START_MAX bytes, and ends it with a NUL. Empty if it cannot be read. */
static wm_status read_file(const char *path, wm_buffer *text)
{
    char block[4096];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : 1;
    wm_status status = WM_OK;
    *text = (wm_buffer)WM_BUFFER_EMPTY;
    while (status == WM_OK && size != 0 && text->size < START_MAX) {
        size = read(file, block, sizeof block);
        if (size < 0 && errno != EINTR)
            break;
        if (size > 0)
            status = wm_buffer_append(text, block, (size_t)size);
    }
    if (file >= 0)
        (void)close(file);
    if (status == WM_OK)
        status = wm_buffer_putc(text, '\0');
    if (status != WM_OK)
        wm_buffer_clear(text);
    return status;
}

wm_status wm_variables_open(const char *path, wm_variables *variables)
{
    variables->index = 0;
    return read_file(path, &variables->start);
}

void wm_variables_close(wm_variables *variables)
{
    wm_buffer_clear(&variables->start);
}

/* The value of a variable at the start, else its value now; NULL if it is not set. */
static const char *find_value(const wm_variables *variables, const char *name)
{
    const wm_buffer *start = &variables->start;
    const size_t length = strlen(name);
    for (size_t at = 0; at < start->size; at += strlen(start->data + at) + 1)
        if (strncmp(start->data + at, name, length) == 0 && start->data[at + length] == '=')
            return start->data + at + length + 1;
    return getenv(name);
}

bool wm_variables_next(wm_variables *variables, wm_variable *variable)
{
    while (variables->index < COUNT) {
        const char *name = VARIABLES[variables->index++].name;
        const char *value = find_value(variables, name);
        size_t used = 4;
        if (value == NULL)
            continue;
        variable->name = name;
        variable->given = value;
        (void)snprintf(variable->fact, sizeof variable->fact, "env.%s", name);
        for (; variable->fact[used] != '\0'; used++)
            variable->fact[used] = (char)tolower((unsigned char)variable->fact[used]);
        wm_variables_mask(name, value, variable->value);
        return true;
    }
    return false;
}

wm_status wm_variables_preload(const char *path, char text[WM_VARIABLES_SIZE])
{
    wm_buffer names;
    bool is_there = false;
    const wm_status status = read_file(path, &names);
    text[0] = '\0';
    for (size_t i = 0; i < names.size; i++) {
        if (names.data[i] == '\n' || names.data[i] == '\t')
            names.data[i] = ' ';
        is_there = is_there || (names.data[i] != ' ' && names.data[i] != '\0');
    }
    while (names.size > 1 && names.data[names.size - 2] == ' ')
        names.data[--names.size - 1] = '\0';
    if (is_there)
        wm_variables_mask("LD_PRELOAD", names.data, text);
    wm_buffer_clear(&names);
    return status;
}

/* ---- judging --------------------------------------------------------------------------------- */

void wm_variables_judge(wm_variables *variables, const wm_backend *backend, unsigned units,
                        wm_variables_tell *tell, void *context)
{
    char words[WM_VARIABLES_SIZE + 128];
    wm_variable variable;
    while (wm_variables_next(variables, &variable)) {
        const char *value = variable.given;
        const char *what = NULL;
        if (strcmp(variable.name, "LD_PRELOAD") == 0 || strcmp(variable.name, "LD_AUDIT") == 0)
            what = "loads other code into this program";
        else if (backend->is_slowed_by(variable.name, value, units))
            what = "makes this device slower than it could be; unset it";
        if (what == NULL || value[0] == '\0')
            continue;
        (void)snprintf(words, sizeof words, "%s=%s %s", variable.name, variable.value, what);
        tell(context, words);
    }
}
