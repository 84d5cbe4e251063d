/* Runs a fuzz target without a fuzzer, on its corpus and on mutations that are equal in every run.
 *
 * usage: fuzz_NAME [-n MIB] [FILE...]
 * The corpus is tests/fuzz/corpus/NAME. -n: size of all mutations, default 4, at most 10,000. */
#include "fuzz.h"
#include "mutate.h"

#include <dirent.h>
#include <string.h>

enum { CORPUS_MAX = 512, INPUT_MAX = 1 << 16, RUNS_MAX = 10000 };

typedef struct input {
    uint8_t *data;
    size_t size;
} input;

static input corpus[CORPUS_MAX];
static size_t corpus_count;
static uint64_t state = 0x9E3779B97F4A7C15u;

/* xorshift64*; any generator works if it is the same on every machine. */
static size_t below(size_t bound)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (size_t)((state * 0x2545F4914F6CDD1Du) >> 33) % bound;
}

static void add_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 21);
    if (file == NULL || data == NULL || corpus_count == CORPUS_MAX) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    size_t size = fread(data, 1, 1 << 21, file);
    fclose(file);
    corpus[corpus_count].data = realloc(data, size + 1);
    corpus[corpus_count++].size = size;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_folder(const char *folder)
{
    char *names[CORPUS_MAX], path[1024];
    size_t count = 0;
    DIR *stream = opendir(folder);
    for (struct dirent *entry; stream != NULL && (entry = readdir(stream)) != NULL;)
        if (entry->d_name[0] != '.' && count < CORPUS_MAX)
            names[count++] = strdup(entry->d_name);
    if (stream != NULL)
        closedir(stream);
    qsort(names, count, sizeof(names[0]), by_name);
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        add_file(path);
        free(names[i]);
    }
}

/* Tokens that often break readers: ends of ranges, empty and deep values, words of the format. */
static const char *const tokens[] = {
    "null",
    "true",
    "0",
    "-0",
    "1e400",
    "-1e-400",
    "9007199254740993",
    "5e-324",
    "\"\"",
    "{}",
    "[]",
    "\\ud800",
    "\\u0000",
    "\xff",
    "\xed\xa0\x80",
    "\n",
    "\r",
    ",",
    ":",
    "\"",
    "{\"a\":",
    "[[[[[[[[",
    "]]]]]]]]",
    "@1",
    "@2",
    "@9",
    "4294967296",
    "18446744073709551616",
    "-1",
    "reason",
    "x.",
    "==",
    "0000000000000000000000000000000000000000000000000000000000000000"};

static size_t mutate(uint8_t *data, size_t size)
{
    size_t at = below(size + 1), length = below(1 + (size - at < 64 ? size - at : 64));
    const input *other = &corpus[below(corpus_count)];
    size_t from = below(other->size + 1), take = below(1 + (other->size - from) % 512);
    switch (below(6)) {
    case 0: /* flip one bit */
        if (at < size)
            data[at] ^= (uint8_t)(1u << below(8));
        return size;
    case 1: /* remove a range */
        memmove(data + at, data + at + length, size - at - length);
        return size - length;
    case 2: /* repeat a range */
        if (size + length > INPUT_MAX)
            return size;
        memmove(data + at + length, data + at, size - at);
        return size + length;
    case 3: /* insert a token */
    case 4: {
        const char *token = tokens[below(sizeof(tokens) / sizeof(tokens[0]))];
        size_t bytes = strlen(token), over = below(2) ? length : 0;
        if (size + bytes > INPUT_MAX)
            return size;
        memmove(data + at + bytes, data + at + over, size - at - over);
        memcpy(data + at, token, bytes);
        return size + bytes - over;
    }
    default: /* insert a piece of another input */
        if (size + take > INPUT_MAX)
            return size;
        memmove(data + at + take, data + at, size - at);
        memcpy(data + at, other->data + from, take);
        return size + take;
    }
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    return most == INPUT_MAX ? mutate(data, size) : size;
}

/* The target's own mutator, where it has one. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
    __attribute__((weak));

static size_t change(uint8_t *data, size_t size)
{
    if (LLVMFuzzerCustomMutator != NULL && below(2) == 0)
        return LLVMFuzzerCustomMutator(data, size, INPUT_MAX, (unsigned)below(1u << 30));
    return mutate(data, size);
}

static size_t run_mutations(size_t budget)
{
    uint8_t *data = malloc(INPUT_MAX);
    size_t runs = 0;
    if (data == NULL)
        exit(1);
    for (size_t done = 0; done < budget && runs < RUNS_MAX; runs++) {
        const input *seed = &corpus[below(corpus_count)];
        size_t size = seed->size < INPUT_MAX ? seed->size : INPUT_MAX;
        memcpy(data, seed->data, size);
        for (size_t steps = 1 + below(4); steps > 0; steps--)
            size = change(data, size);
        LLVMFuzzerTestOneInput(data, size);
        done += size + 256;
    }
    free(data);
    return runs;
}

int main(int argc, char **argv)
{
    size_t mib = 4;
    const char *name = strstr(argv[0], "fuzz_");
    char folder[512];
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            mib = strtoul(argv[++i], NULL, 10);
        else
            add_file(argv[i]);
    }
    if (corpus_count == 0 && name != NULL) {
        for (const char *next; (next = strstr(name + 1, "fuzz_")) != NULL;)
            name = next;
        snprintf(folder, sizeof(folder), "tests/fuzz/corpus/%s", name + strlen("fuzz_"));
        add_folder(folder);
    }
    if (corpus_count == 0) {
        fprintf(stderr, "no corpus: run from the root of the source tree, or name files\n");
        return 1;
    }
    for (size_t i = 0; i < corpus_count; i++)
        LLVMFuzzerTestOneInput(corpus[i].data, corpus[i].size);
    size_t runs = run_mutations(mib << 20);
    printf("%zu inputs and %zu mutations\n", corpus_count, runs);
    for (size_t i = 0; i < corpus_count; i++)
        free(corpus[i].data);
    return 0;
}
