/* Reads units as papers write them: `GFLOP/s`, `Gflops`, `images / sec`, `requests per second`.
 *
 * A unit is a word, or a word over another one. A word that is no unit is the noun of a rate if a
 * time is below it. */
#include "manuscript/tex_units.h"

#include "manuscript/tex_text.h"

#include <stdio.h>
#include <string.h>

enum { WORD = 24 };

typedef struct {
    const char *words; /* with a blank before and behind each */
    wm_tex_unit_class class;
    const char *base;
    double scale;
    const char *prefixes; /* that may come first: `k` of kilo, and so on; `i`: also the binary */
} unit_row;

/* Prefixes are letters of `munpkKMGTPE`; \026 is the mark of micro. */
static const unit_row ROWS[] = {
    {" s sec secs second seconds ", WM_TEX_UNIT_TIME, "s", 1, ""},
    {" millisecond milliseconds msec msecs ", WM_TEX_UNIT_TIME, "s", 1e-3, ""},
    {" microsecond microseconds usec usecs \026sec ", WM_TEX_UNIT_TIME, "s", 1e-6, ""},
    {" nanosecond nanoseconds nsec ", WM_TEX_UNIT_TIME, "s", 1e-9, ""},
    {" picosecond picoseconds ", WM_TEX_UNIT_TIME, "s", 1e-12, ""},
    {" s ", WM_TEX_UNIT_TIME, "s", 1, "m\026unp"},
    {" min mins minute minutes ", WM_TEX_UNIT_TIME, "s", 60, ""},
    {" h hr hrs hour hours ", WM_TEX_UNIT_TIME, "s", 3600, ""},
    {" flop/s flops flops/s flop/sec flops/sec ", WM_TEX_UNIT_RATE, "FLOP/s", 1, "kKMGTPE"},
    {" iops ops op/s ops/s ops/sec ", WM_TEX_UNIT_RATE, "op/s", 1, "kKMGTPE"},
    {" teps ", WM_TEX_UNIT_RATE, "TEPS", 1, "kKMGTPE"},
    {" lups lup/s cups ups rays/s ", WM_TEX_UNIT_RATE, "update/s", 1, "kKMGTPE"},
    {" fps qps tps rps pps mips ips tok/s req/s rpm ", WM_TEX_UNIT_RATE, "/s", 1, "kKMGTPE"},
    {" b/s bps bit/s bits/s bit/sec bits/sec ", WM_TEX_UNIT_RATE, "bit/s", 1, "kKMGTPE"},
    {" B/s Bps byte/s bytes/s ", WM_TEX_UNIT_RATE, "B/s", 1, "kKMGTPEi"},
    {" B byte bytes ", WM_TEX_UNIT_SIZE, "B", 1, "kKMGTPEi"},
    {" kilobyte kilobytes ", WM_TEX_UNIT_SIZE, "B", 1e3, ""},
    {" megabyte megabytes ", WM_TEX_UNIT_SIZE, "B", 1e6, ""},
    {" gigabyte gigabytes ", WM_TEX_UNIT_SIZE, "B", 1e9, ""},
    {" terabyte terabytes ", WM_TEX_UNIT_SIZE, "B", 1e12, ""},
    {" b bit bits ", WM_TEX_UNIT_SIZE, "bit", 1, "kKMGTPE"},
    {" W watt watts ", WM_TEX_UNIT_POWER, "W", 1, "m\026unkMG"},
    {" kilowatt kilowatts ", WM_TEX_UNIT_POWER, "W", 1e3, ""},
    {" megawatt megawatts ", WM_TEX_UNIT_POWER, "W", 1e6, ""},
    {" milliwatt milliwatts ", WM_TEX_UNIT_POWER, "W", 1e-3, ""},
    {" J joule joules ", WM_TEX_UNIT_POWER, "J", 1, "m\026unpkMG"},
    {" Wh ", WM_TEX_UNIT_POWER, "J", 3600, "mkMG"},
    {" Hz ", WM_TEX_UNIT_FREQUENCY, "Hz", 1, "kMG"},
};

/* What a rate may be per, other than a time: behind a unit that has a row, or behind cycles. */
static const char PER[] =
    " op ops operation operations iteration iter step token tokens query request packet bit byte "
    "core thread gpu cpu node frame image sample epoch element key edge call message transaction "
    "w watt j joule cycle cycles clk clock inference layer point cell atom particle row pixel "
    "update access block insert lookup event item record job task run node-hour dollar mm ";

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           byte == WM_TEX_MARK_MICRO;
}

static char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

/* Whether a list has a word, between blanks. */
static bool has_word(const char *list, const char *word, bool ignores_case)
{
    const size_t size = strlen(word);
    for (const char *at = list + 1; *at != '\0' && size > 0;) {
        const char *blank = strchr(at, ' ');
        const size_t length = (size_t)(blank - at);
        size_t same = 0;
        while (length == size && same < size &&
               (ignores_case ? lower(at[same]) == lower(word[same]) : at[same] == word[same]))
            same++;
        if (length == size && same == size)
            return true;
        at = blank + 1;
    }
    return false;
}

static double factor_of(char prefix, bool is_binary)
{
    static const char LETTERS[] = "pn\026umkKMGTPE";
    static const double FACTORS[] = {1e-12, 1e-9, 1e-6, 1e-6, 1e-3, 1e3,
                                     1e3,   1e6,  1e9,  1e12, 1e15, 1e18};
    static const double BINARY[] = {1,    1,      1,      1,      1,      1024,
                                    1024, 0x1p20, 0x1p30, 0x1p40, 0x1p50, 0x1p60};
    const char *at = strchr(LETTERS, prefix);
    return at == NULL ? 1 : is_binary ? BINARY[at - LETTERS] : FACTORS[at - LETTERS];
}

/* Words whose letters have one meaning in any case; `b` and `B`, `s` and `S` have two. */
static bool may_ignore_case(const unit_row *row, const char *word)
{
    return row->class != WM_TEX_UNIT_SIZE && strlen(word) > 2 && strchr(row->base, 'B') == NULL &&
           strcmp(row->base, "bit/s") != 0;
}

/* Whether a word is a unit of a row, with a prefix or without. */
static bool matches(const unit_row *row, const char *word, double *scale)
{
    const bool is_loose = may_ignore_case(row, word);
    const char *rest = word + 1;
    bool is_binary;
    *scale = row->scale;
    if (has_word(row->words, word, is_loose))
        return true;
    if (word[0] == '\0' || strchr(row->prefixes, word[0]) == NULL)
        return false;
    is_binary = word[0] != '\0' && strchr(row->prefixes, 'i') != NULL && rest[0] == 'i';
    if (is_binary)
        rest++;
    *scale = row->scale * factor_of(word[0], is_binary);
    return has_word(row->words, rest, is_loose);
}

/* Finds the row of a word. */
static const unit_row *find_row(const char *word, double *scale)
{
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (matches(&ROWS[i], word, scale))
            return &ROWS[i];
    return NULL;
}

/* ---- words of a text ------------------------------------------------------------------------- */

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == WM_TEX_MARK_THIN))
        at++;
    return at;
}

/* Reads letters into a word. Returns where they end; `at` if there is none or it is too long. */
static const char *read_word(const char *at, const char *end, char word[WORD])
{
    size_t size = 0;
    while (at + size < end && is_letter(at[size]) && size < WORD)
        size++;
    if (size == 0 || size == WORD)
        return at;
    memcpy(word, at, size);
    word[size] = '\0';
    return at + size;
}

/* Reads the sign or the word between a unit and what it is per: `/`, `per`. NULL: none. */
static const char *read_per(const char *at, const char *end)
{
    char word[WORD];
    const char *behind;
    at = skip_blanks(at, end);
    if (at < end && *at == '/')
        return skip_blanks(at + 1, end);
    behind = read_word(at, end, word);
    return behind > at && strcmp(word, "per") == 0 ? skip_blanks(behind, end) : NULL;
}

/* Reads `s^-1` in place of `/s`. */
static const char *read_inverse(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    if (at < end && *at == WM_TEX_MARK_DOT)
        at = skip_blanks(at + 1, end);
    return end - at >= 4 && memcmp(at, "s^-1", 4) == 0 ? at + 4 : NULL;
}

/* Whether a word is a time. */
static bool is_time(const char *word, double *scale)
{
    const unit_row *row = find_row(word, scale);
    return row != NULL && row->class == WM_TEX_UNIT_TIME;
}

static void set(wm_tex_unit *unit, wm_tex_unit_class class, double scale, const char *base,
                const char *below)
{
    unit->class = class;
    unit->scale = scale;
    (void)snprintf(unit->base, sizeof unit->base, "%s%s%s", base, below[0] != '\0' ? "/" : "",
                   below);
}

/* The unit of a word over a time. */
static void set_rate(wm_tex_unit *unit, const char *word, const unit_row *row, double scale,
                     double time)
{
    char plain[WORD];
    size_t size = strlen(word);
    if (row != NULL && row->class == WM_TEX_UNIT_RATE) { /* FLOPS per second: said twice */
        set(unit, WM_TEX_UNIT_RATE, scale, row->base, "");
        return;
    }
    if (row != NULL) {
        set(unit, WM_TEX_UNIT_RATE, scale / time, row->base, "s");
        return;
    }
    if (size > 1 && strchr("kKMGTPE", word[0]) != NULL &&
        ((word[1] >= 'a' && word[1] <= 'z') || has_word(" flop ", word + 1, true))) {
        scale = factor_of(word[0], false);
        word++, size--;
    } else {
        scale = 1;
    }
    (void)snprintf(plain, sizeof plain, "%s", word);
    if (strlen(plain) > 4 && plain[size - 1] == 's')
        plain[size - 1] = '\0';
    if (has_word(" flop ", plain, true))
        set(unit, WM_TEX_UNIT_RATE, scale / time, "FLOP", "s");
    else
        set(unit, WM_TEX_UNIT_RATE, scale / time, plain, "s");
}

/* Reads a second `/ core` or `/ W` behind a unit. */
static const char *read_more(const char *at, const char *end, wm_tex_unit *unit)
{
    char word[WORD], base[WM_TEX_UNITS_BASE];
    const char *per = read_per(at, end), *behind;
    if (per == NULL)
        return at;
    behind = read_word(per, end, word);
    if (behind == per || !has_word(PER, word, true))
        return at;
    memcpy(base, unit->base, sizeof base);
    (void)snprintf(unit->base, sizeof unit->base, "%.20s/%.20s", base, word);
    return behind;
}

/* Reads a noun and what it is per, with an adjective or two between them: `HTTP requests per
 * second`. Returns where it ends; NULL: no unit. */
static const char *read_noun(const char *at, const char *end, unsigned words, wm_tex_unit *unit)
{
    char word[WORD], below[WORD];
    double scale = 1, time = 1;
    const char *behind = read_word(at, end, word), *per, *rest;
    const unit_row *row;
    if (behind == at)
        return NULL;
    row = find_row(word, &scale);
    per = read_per(behind, end);
    if (per != NULL && (rest = read_word(per, end, below)) > per) {
        if (is_time(below, &time) && strcmp(word, "times") != 0) {
            set_rate(unit, word, row, scale, time);
            return read_more(rest, end, unit);
        }
        if (row != NULL && has_word(PER, below, true)) {
            set(unit, row->class == WM_TEX_UNIT_SIZE ? WM_TEX_UNIT_RATE : row->class, scale,
                row->base, below);
            return rest;
        }
        if ((strncmp(word, "cycle", 5) == 0 || strncmp(word, "instruction", 11) == 0) &&
            has_word(PER, below, true)) {
            set(unit, WM_TEX_UNIT_RATE, 1, word, below);
            return rest;
        }
    }
    rest = read_inverse(behind, end);
    if (rest != NULL) {
        set_rate(unit, word, row, scale, 1);
        return rest;
    }
    if (row != NULL) {
        set(unit, row->class, scale, row->base, "");
        return behind;
    }
    return words > 0 && behind < end && *behind == ' '
               ? read_noun(skip_blanks(behind, end), end, words - 1, unit)
               : NULL;
}

/* Reads `million`, `k` and the like. Returns where it ends, `at` if it is none. */
static const char *read_factor(const char *at, const char *end, double *factor)
{
    static const struct {
        const char *word;
        double factor;
    } FACTORS[] = {{"thousand", 1e3}, {"million", 1e6}, {"billion", 1e9}, {"trillion", 1e12},
                   {"k", 1e3},        {"K", 1e3},       {"M", 1e6},       {"G", 1e9},
                   {"T", 1e12},       {"mn", 1e6},      {"bn", 1e9},      {"mil", 1e6}};
    char word[WORD];
    const char *behind = read_word(at, end, word);
    *factor = 1;
    if (behind == at || behind == end || (*behind != ' ' && *behind != WM_TEX_MARK_THIN))
        return at;
    for (size_t i = 0; i < sizeof FACTORS / sizeof *FACTORS; i++)
        if (strcmp(FACTORS[i].word, word) == 0) {
            *factor = FACTORS[i].factor;
            return skip_blanks(behind, end);
        }
    return at;
}

/* Reads `%`, `percent`, `per cent` and degrees. Returns where it ends; NULL: none. */
static const char *read_sign(const char *at, const char *end, wm_tex_unit *unit)
{
    char word[WORD], next[WORD];
    const char *behind;
    if (at < end && *at == '%') {
        set(unit, WM_TEX_UNIT_PERCENT, 1, "%", "");
        return at + 1;
    }
    if (at < end && *at == '^')
        at++;
    if (at < end && *at == WM_TEX_MARK_DEGREE) {
        at = skip_blanks(at + 1, end);
        set(unit, WM_TEX_UNIT_TEMPERATURE, 1, "C", "");
        return at < end && *at == 'C' ? at + 1 : NULL;
    }
    behind = read_word(at, end, word);
    if (behind == at)
        return NULL;
    if (strcmp(word, "degrees") == 0 || strcmp(word, "degree") == 0) {
        at = read_word(skip_blanks(behind, end), end, next);
        set(unit, WM_TEX_UNIT_TEMPERATURE, 1, "C", "");
        return at > behind && (strcmp(next, "Celsius") == 0 || strcmp(next, "C") == 0) ? at : NULL;
    }
    set(unit, WM_TEX_UNIT_PERCENT, 1, "%", "");
    if (strcmp(word, "percent") == 0 || strcmp(word, "percentage") == 0)
        return behind;
    if (strcmp(word, "per") != 0)
        return NULL;
    at = skip_blanks(behind, end);
    behind = read_word(at, end, next);
    return behind > at && strcmp(next, "cent") == 0 ? behind : NULL;
}

bool wm_tex_units_read(const char *text, const char *end, wm_tex_unit *unit)
{
    double factor;
    const char *at, *behind;
    memset(unit, 0, sizeof *unit);
    behind = read_sign(text, end, unit);
    if (behind == NULL) {
        at = read_factor(text, end, &factor);
        behind = read_noun(at, end, 1, unit);
        if (behind != NULL && at > text && unit->class != WM_TEX_UNIT_RATE)
            behind = NULL; /* `2 M seconds` is none */
        unit->scale *= factor;
    }
    if (behind == NULL ||
        (behind < end && (is_letter(*behind) || (*behind >= '0' && *behind <= '9')))) {
        memset(unit, 0, sizeof *unit);
        return false;
    }
    unit->size = (size_t)(behind - text);
    return true;
}

bool wm_tex_units_known(const char *text, wm_tex_unit *unit)
{
    static const struct {
        const char *utf8, *marked;
    } MICRO[] = {{"\xc2\xb5", "\026"}, {"\xce\xbc", "\026"}, {"\xc2\xb0", "\027"}};
    char plain[64];
    size_t used = 0;
    while (*text != '\0' && used < sizeof plain - 1) {
        size_t i = 0;
        while (i < 3 && strncmp(text, MICRO[i].utf8, 2) != 0)
            i++;
        plain[used++] = i < 3 ? MICRO[i].marked[0] : *text;
        text += i < 3 ? 2 : 1;
    }
    plain[used] = '\0';
    return wm_tex_units_read(plain, plain + used, unit) && unit->size == used;
}
