/* Words of a command that look like a secret.
 *
 * A warning that is often wrong is not read. So a name counts by its last word (`--token`, but not
 * `--token-count` or `--max-tokens`), and tokens only with the length that their issuer gives
 * them. */
#include "study/foreign/secrets.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { NAME = 64 };

/* A piece of an argument between blanks and quotes. */
typedef struct {
    const char *at;
    size_t size;
} word;

/* When the next word is a secret. */
typedef enum { ALWAYS, WITH_COLON, NO_COUNT, NO_PATH } condition;

/* What the words so far mean for the next one. */
typedef struct {
    const char *next; /* the pattern that the next word completes; NULL: none */
    condition when;
    bool is_scheme;                /* the next word is a scheme of Authorization */
    const struct program *program; /* the last one that was named, with options of its own */
} state;

static const char BLANKS[] = " \t\r\n'\"`;|()";

/* ---- words ----------------------------------------------------------------------------------- */

static bool begins(word w, const char *text)
{
    const size_t size = strlen(text);
    return w.size >= size && strncasecmp(w.at, text, size) == 0;
}

static bool is(word w, const char *text)
{
    return w.size == strlen(text) && begins(w, text);
}

static bool is_in(word w, const char *const *list)
{
    while (*list != NULL && !is(w, *list))
        list++;
    return *list != NULL;
}

static word from(word w, size_t at)
{
    return at < w.size ? (word){w.at + at, w.size - at} : (word){w.at + w.size, 0};
}

static bool is_name_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || byte == '-' || byte == '.';
}

/* Whether a value is there in full: not empty, and not a variable that a shell replaces. */
static bool is_value(word w)
{
    return w.size > 0 && w.at[0] != '$';
}

/* A number, a text of fewer than 4 bytes, `true` and `false` are no token. */
static bool is_count(word w)
{
    if (is(w, "true") || is(w, "false"))
        return true;
    for (size_t i = 0; i < w.size; i++)
        if (!isdigit((unsigned char)w.at[i]) && w.at[i] != '.')
            return w.size < 4;
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Writes a name in lower case with `-` between its words: `apiKey` becomes `api-key`. */
static word split_name(word name, char room[NAME])
{
    size_t used = 0;
    for (size_t i = 0; i < name.size && used + 2 < NAME; i++) {
        const unsigned char byte = (unsigned char)name.at[i];
        if (isupper(byte) && i > 0 && islower((unsigned char)name.at[i - 1]))
            room[used++] = '-';
        room[used++] = byte == '_' || byte == '.' ? '-' : (char)tolower(byte);
    }
    return (word){room, used};
}

/* The last word of a name; *rest becomes what is before it. */
static word take_last(word *rest)
{
    size_t at = rest->size;
    while (at > 0 && rest->at[at - 1] != '-')
        at--;
    const word last = from(*rest, at);
    rest->size = at > 0 ? at - 1 : 0;
    return last;
}

static bool ends(word w, const char *text)
{
    const size_t size = strlen(text);
    return w.size >= size && memcmp(w.at + w.size - size, text, size) == 0;
}

/* A path, as of --private-key and of PWD, is no secret. */
static bool is_path(word w)
{
    return w.size > 0 && strchr("/.~", w.at[0]) != NULL && w.at[0] != '\0';
}

/* Whether a value is a secret, if its name may be that of one. */
static bool meets(word value, condition when)
{
    return !(when == NO_COUNT && is_count(value)) && !(when == NO_PATH && is_path(value));
}

/* Whether a name is that of a secret. *when: what else can have this name. */
static bool names_secret(word name, condition *when)
{
    static const char *const asks[] = {"no",    "ask",     "without", "skip",   "allow", "empty",
                                       "need",  "require", "prompt",  "hide",   "show",  "reset",
                                       "check", "use",     "read",    "verify", NULL};
    static const char *const counted[] = {
        "eos",  "bos",   "pad",     "unk",    "sep", "cls",   "mask",   "stop", "start",
        "end",  "max",   "min",     "num",    "per", "first", "last",   "new",  "one",
        "next", "image", "special", "single", "two", "multi", "render", NULL};
    static const char *const opening[] = {"api", "access", "secret", NULL};
    static const char *const kept[] = {"pwd", "credentials", NULL}; /* in a file as well */
    char room[NAME];
    word rest = split_name(name, room);
    const word last = take_last(&rest), before = take_last(&rest);
    const bool may_count = is(last, "token") || is(last, "pass");
    const bool may_be_path = is_in(last, kept) || (is(last, "key") && is(before, "private"));
    *when = may_count ? NO_COUNT : may_be_path ? NO_PATH : ALWAYS;
    if (is_in(before, asks))
        return false;
    if (may_count)
        return !is_in(before, counted);
    if (may_be_path || is(last, "jwt"))
        return true;
    return ends(last, "password") || ends(last, "passwd") || ends(last, "passphrase") ||
           is(last, "secret") || is(last, "apikey") || (is(last, "key") && is_in(before, opening));
}

/* `--password=X`, `TOKEN=X`, `?token=X`. */
static bool has_assignment(word w)
{
    for (size_t at = 1; at < w.size; at++) {
        size_t begin = at;
        condition when;
        const word value = from(w, at + 1);
        if (w.at[at] != '=' || !is_value(value))
            continue;
        while (begin > 0 && is_name_byte(w.at[begin - 1]))
            begin--;
        while (begin < at && w.at[begin] == '-')
            begin++;
        if (names_secret((word){w.at + begin, at - begin}, &when) && meets(value, when))
            return true;
    }
    return false;
}

/* ---- programs with options of their own ------------------------------------------------------ */

struct program {
    const char *name;
    bool is_prefix; /* of the names of several */
    const char *option;
    bool takes_next; /* also the next word */
    bool has_colon;  /* a secret has a colon: `user:password` */
};

static const struct program PROGRAMS[] = {
    {"mysql", true, "-p", false, false},
    {"mariadb", true, "-p", false, false},
    {"sshpass", false, "-p", true, false},
    {"curl", false, "-u", true, true},
};

static const struct program *find_program(word w)
{
    for (size_t at = w.size; at > 0; at--)
        if (w.at[at - 1] == '/') {
            w = from(w, at);
            break;
        }
    for (size_t i = 0; i < sizeof PROGRAMS / sizeof PROGRAMS[0]; i++)
        if (PROGRAMS[i].is_prefix ? begins(w, PROGRAMS[i].name) : is(w, PROGRAMS[i].name))
            return &PROGRAMS[i];
    return NULL;
}

static bool has_colon(word w)
{
    const char *colon = memchr(w.at, ':', w.size);
    return colon != NULL && is_value(from(w, (size_t)(colon - w.at) + 1));
}

/* `-pX` after mysql. Sets the state if the option takes the next word. */
static bool is_option(word w, state *now)
{
    const struct program *program = now->program;
    if (program == NULL || w.size < 2 || memcmp(w.at, program->option, 2) != 0)
        return false;
    if (w.size > 2)
        return is_value(from(w, 2)) && (!program->has_colon || has_colon(w));
    now->next = program->takes_next ? WM_SECRETS_OPTION : NULL;
    now->when = program->has_colon ? WITH_COLON : ALWAYS;
    return false;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* The number of letters, digits and, if so, `_` and `-` at the start. */
static size_t count_letters(word w, bool has_marks)
{
    size_t i = 0;
    while (i < w.size &&
           (isalnum((unsigned char)w.at[i]) || (has_marks && (w.at[i] == '_' || w.at[i] == '-'))))
        i++;
    return i;
}

static bool is_aws(word w)
{
    size_t i = 4;
    if (w.size < 20 || (memcmp(w.at, "AKIA", 4) != 0 && memcmp(w.at, "ASIA", 4) != 0))
        return false;
    while (i < w.size && (isupper((unsigned char)w.at[i]) || isdigit((unsigned char)w.at[i])))
        i++;
    return i == 20 && count_letters(w, true) == 20;
}

static bool is_github(word w)
{
    if (w.size > 11 && memcmp(w.at, "github_pat_", 11) == 0)
        return count_letters(from(w, 11), true) >= 22;
    return w.size > 4 && memcmp(w.at, "gh", 2) == 0 && strchr("pousr", w.at[2]) != NULL &&
           w.at[3] == '_' && count_letters(from(w, 4), false) >= 36;
}

/* Three parts or more in base64url, the first an object: `eyJ` is `{"`. */
static bool is_jwt(word w)
{
    size_t first, second;
    if (w.size < 3 || memcmp(w.at, "eyJ", 3) != 0)
        return false;
    first = count_letters(w, true);
    if (first < 12 || first == w.size || w.at[first] != '.')
        return false;
    w = from(w, first + 1);
    second = count_letters(w, true);
    return second >= 8 && second < w.size && w.at[second] == '.';
}

/* Tokens of services: a prefix, then letters and digits. */
static const struct {
    const char *prefix;
    size_t least;   /* bytes behind the prefix */
    bool has_marks; /* `_` and `-` count */
    size_t run;     /* so many of them without a mark: `sk-` begins words too */
} SERVICES[] = {{"glpat-", 20, true, 0},   {"xoxa-", 10, true, 0},     {"xoxb-", 10, true, 0},
                {"xoxp-", 10, true, 0},    {"xoxr-", 10, true, 0},     {"xoxs-", 10, true, 0},
                {"AIza", 35, true, 0},     {"sk-", 20, true, 16},      {"hf_", 30, false, 0},
                {"npm_", 36, false, 0},    {"dckr_pat_", 20, true, 0}, {"sk_live_", 20, false, 0},
                {"rk_live_", 20, false, 0}};

/* The longest run of letters and digits among the first bytes. */
static size_t longest_run(word w, size_t size)
{
    size_t longest = 0;
    for (size_t at = 0; at < size; at++) {
        const size_t run = count_letters(from(w, at), false);
        longest = run > longest ? run : longest;
        at += run;
    }
    return longest;
}

static bool is_service(word w)
{
    for (size_t i = 0; i < sizeof SERVICES / sizeof SERVICES[0]; i++) {
        const size_t lead = strlen(SERVICES[i].prefix);
        if (w.size <= lead || memcmp(w.at, SERVICES[i].prefix, lead) != 0)
            continue;
        const word rest = from(w, lead);
        const size_t size = count_letters(rest, SERVICES[i].has_marks);
        if (size >= SERVICES[i].least && longest_run(rest, size) >= SERVICES[i].run)
            return true;
    }
    return false;
}

/* The pattern of a token anywhere in a word, or NULL. */
static const char *find_token(word w)
{
    for (size_t at = 0; at < w.size; at++) {
        const word rest = from(w, at);
        if (at > 0 && (isalnum((unsigned char)w.at[at - 1]) || w.at[at - 1] == '_'))
            continue;
        if (is_aws(rest))
            return WM_SECRETS_AWS;
        if (is_github(rest))
            return WM_SECRETS_GITHUB;
        if (is_jwt(rest))
            return WM_SECRETS_JWT;
        if (is_service(rest))
            return WM_SECRETS_SERVICE;
    }
    return NULL;
}

/* `scheme://user:password@host` */
static bool is_url(word w)
{
    for (size_t at = 1; at + 3 < w.size; at++) {
        size_t colon = SIZE_MAX, end = at + 3;
        if (memcmp(w.at + at, "://", 3) != 0)
            continue;
        for (; end < w.size && strchr("/?#@", w.at[end]) == NULL; end++)
            if (w.at[end] == ':' && colon == SIZE_MAX)
                colon = end;
        if (end < w.size && w.at[end] == '@' && colon != SIZE_MAX && colon + 1 < end &&
            w.at[colon + 1] != '$')
            return true;
    }
    return false;
}

/* `-----BEGIN RSA PRIVATE KEY-----`, whose blanks separate words. */
static bool has_pem(const char *text)
{
    enum { KIND = 24 }; /* bytes between both: ` ENCRYPTED ` */
    const char *begin = text, *key;
    while ((begin = strstr(begin, "BEGIN ")) != NULL) {
        key = strstr(begin, "PRIVATE KEY");
        if (key != NULL && key - begin <= KIND)
            return true;
        begin++;
    }
    return false;
}

/* ---- the state ------------------------------------------------------------------------------- */

/* The pattern that a word completes, or NULL. */
static const char *complete(word w, state *now)
{
    static const char *const schemes[] = {"Bearer", "Basic", "token", NULL};
    const state before = *now;
    now->next = NULL;
    now->when = ALWAYS;
    now->is_scheme = false;
    if (before.is_scheme && is_in(w, schemes))
        now->next = WM_SECRETS_HEADER;
    if (before.next == NULL || w.at[0] == '-' || !is_value(w) ||
        (before.when == WITH_COLON && !has_colon(w)) || !meets(w, before.when))
        return NULL;
    return before.next;
}

/* The bytes of a word without those of its option: `--header=Authorization:`. */
static word header_of(word w)
{
    for (size_t at = w.size; at > 0; at--)
        if (w.at[at - 1] == '=')
            return from(w, at);
    return begins(w, "-H") ? from(w, 2) : w;
}

/* Notes what a word says of the next one. */
static void expect_next(word w, state *now)
{
    static const char *const headers[] = {"X-Api-Key:", "X-Auth-Token:", "Private-Token:", NULL};
    const char *equals = memchr(w.at, '=', w.size);
    const bool is_quoted = equals == w.at + w.size - 1 && strchr("'\"", w.at[w.size]) != NULL &&
                           w.at[w.size] != '\0'; /* NAME='value' */
    word name = {w.at, equals != NULL ? (size_t)(equals - w.at) : w.size};
    condition when;
    if (find_program(w) != NULL)
        now->program = find_program(w);
    if (is(header_of(w), "Authorization:") || is(header_of(w), "Proxy-Authorization:"))
        now->is_scheme = true;
    if (is_in(header_of(w), headers))
        now->next = WM_SECRETS_HEADER;
    while (name.size > 0 && name.at[0] == '-')
        name = from(name, 1);
    if ((is_quoted || (equals == NULL && w.at[0] == '-')) && names_secret(name, &when)) {
        now->next = WM_SECRETS_NAMED;
        now->when = when;
    }
}

static const char *judge(word w, state *now)
{
    const char *pattern = complete(w, now);
    if (pattern == NULL && is_option(w, now))
        pattern = WM_SECRETS_OPTION;
    if (pattern == NULL)
        pattern = find_token(w);
    if (pattern == NULL && is_url(w))
        pattern = WM_SECRETS_URL;
    if (pattern == NULL && has_assignment(w))
        pattern = WM_SECRETS_NAMED;
    expect_next(w, now);
    return pattern;
}

/* The first pattern in an argument, or NULL. */
static const char *look_at(const char *text, state *now)
{
    const char *first = has_pem(text) ? WM_SECRETS_PEM : NULL;
    for (text += strspn(text, BLANKS); *text != '\0'; text += strspn(text, BLANKS)) {
        const word w = {text, strcspn(text, BLANKS)};
        const char *pattern = judge(w, now);
        if (first == NULL)
            first = pattern;
        text += w.size;
    }
    return first;
}

void wm_secrets_look(const char *const *arguments, size_t count, wm_secrets_found *found,
                     void *context)
{
    state now = {NULL, ALWAYS, false, NULL};
    for (size_t i = 0; i < count; i++) {
        const char *pattern = look_at(arguments[i], &now);
        if (pattern != NULL)
            found(context, i, pattern);
    }
}

const char *wm_secrets_in(const char *text)
{
    state now = {NULL, ALWAYS, false, NULL};
    return look_at(text, &now);
}
