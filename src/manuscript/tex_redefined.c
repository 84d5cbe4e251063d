/* Finds where authors make the macros of a style file anew.
 *
 * A macro that was made anew prints what it likes. So the bytes of the files are searched, whether
 * LaTeX would come by or not. Which names count is taken from the style file itself. */
#include "manuscript/tex_redefined.h"

#include <string.h>

enum { MOST = 64 };

/* Commands behind which the name of a macro is defined; `2`: and a second one is copied. A name may
 * come without a backslash, as a text. */
static const char *const DEFINERS[] = {"CheckCommand",
                                       "DeclareDocumentCommand",
                                       "DeclareExpandableDocumentCommand",
                                       "DeclareRobustCommand",
                                       "MakeRobust",
                                       "NewDocumentCommand",
                                       "NewExpandableDocumentCommand",
                                       "ProvideDocumentCommand",
                                       "RenewDocumentCommand",
                                       "RenewExpandableDocumentCommand",
                                       "@namedef",
                                       "@nameuse",
                                       "apptocmd",
                                       "chardef",
                                       "countdef",
                                       "cs",
                                       "csappto",
                                       "csdef",
                                       "csedef",
                                       "csgdef",
                                       "csname",
                                       "csundef",
                                       "csuse",
                                       "csxdef",
                                       "def",
                                       "edef",
                                       "font",
                                       "g@addto@macro",
                                       "gappto",
                                       "appto",
                                       "gdef",
                                       "mathchardef",
                                       "newcommand",
                                       "newrobustcmd",
                                       "patchcmd",
                                       "preto",
                                       "pretocmd",
                                       "providecommand",
                                       "providerobustcmd",
                                       "renewcommand",
                                       "renewrobustcmd",
                                       "robustify",
                                       "toksdef",
                                       "undef",
                                       "xapptocmd",
                                       "xdef",
                                       "xpatchcmd",
                                       "xpretocmd"};
static const char *const COPIERS[] = {"DeclareCommandCopy", "LetLtxMacro", "NewCommandCopy",
                                      "RenewCommandCopy",   "cslet",       "csletcs",
                                      "futurelet",          "let",         "letcs"};

/* Environments whose text is no code of the document. */
static const char *const LISTINGS[] = {"verbatim", "Verbatim", "lstlisting", "minted", "comment"};

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* Where a name ends; `@` is a letter of it if is_inner. */
static const char *name_end(const char *at, const char *end, bool is_inner)
{
    while (at < end && (is_letter(*at) || (is_inner && *at == '@')))
        at++;
    return at;
}

static bool is_in(const char *const *table, size_t count, const char *name, size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(table[i]) == size && memcmp(table[i], name, size) == 0)
            return true;
    return false;
}
#define IS_IN(table, name, size) is_in(table, sizeof(table) / sizeof *(table), name, size)

/* Whether the style has a macro of this name. */
static bool has_macro(const wm_tex_style *style, const char *name, size_t size)
{
    const char *at = style->data, *end = style->data + style->size;
    while (at < end && (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        at++;
        if ((size_t)(end - at) > size && memcmp(at, name, size) == 0 && !is_letter(at[size]) &&
            at[size] != '@')
            return true;
    }
    return false;
}

static bool begins(const char *at, const char *end, const char *text)
{
    return (size_t)(end - at) >= strlen(text) && memcmp(at, text, strlen(text)) == 0;
}

/* Whether the name at a place is one of the style; *behind is its end. */
static bool is_of_style(const wm_tex_style *style, const char *at, const char *end,
                        const char **behind)
{
    const char *plain = name_end(at, end, false);
    *behind = name_end(at, end, true);
    if (!begins(at, end, "wm") || *behind - at > MOST)
        return false;
    return begins(at, end, "wm@") || has_macro(style, at, (size_t)(plain - at)) ||
           has_macro(style, at, (size_t)(*behind - at));
}

/* Skips what may stand between a command that defines and a name. */
static const char *skip(const char *at, const char *end)
{
    for (;;) {
        if (begins(at, end, "\\expandafter"))
            at += strlen("\\expandafter");
        else if (at < end && *at == '%')
            while (at < end && *at != '\n')
                at++;
        else if (at < end && strchr(" \t\r\n{}*=", *at) != NULL && *at != '\0')
            at++;
        else
            return at;
    }
}

/* Whether a command defines or copies a macro of the style; `at` is behind its name. */
static bool is_defined(const wm_tex_style *style, const char *name, const char *at, const char *end)
{
    const size_t size = (size_t)(at - name);
    const bool is_copy = IS_IN(COPIERS, name, size);
    const char *behind;
    if (!is_copy && !IS_IN(DEFINERS, name, size))
        return false;
    if (size == 2) /* \cs_set:Npn */
        while (at < end && (is_letter(*at) || *at == '_' || *at == ':'))
            at++;
    for (unsigned i = 0; i < (is_copy ? 2u : 1u); i++) {
        at = skip(at, end);
        at += at < end && *at == '\\';
        if (is_of_style(style, at, end, &behind))
            return true;
        at = behind;
    }
    return false;
}

/* The end of a listing or of \verb that begins behind the name of a command; else `at`. */
static const char *skip_listing(const char *name, const char *at, const char *end)
{
    const size_t size = (size_t)(at - name);
    char close[MOST + 8] = "\\end{";
    const char *last;
    if (size == 4 && memcmp(name, "verb", 4) == 0 && at < end) {
        at += *at == '*';
        last = at < end ? memchr(at + 1, *at, (size_t)(end - at) - 1) : NULL;
        return last != NULL ? last + 1 : end;
    }
    if (size != 5 || memcmp(name, "begin", 5) != 0 || at == end || *at != '{')
        return at;
    last = name_end(at + 1, end, false);
    if (!IS_IN(LISTINGS, at + 1, (size_t)(last - at) - 1))
        return at;
    strncat(close, at + 1, (size_t)(last - at) - 1);
    for (; last < end; last++)
        if (*last == '\\' && begins(last, end, close))
            return last + strlen(close);
    return end;
}

bool wm_tex_redefined_next(const wm_tex_file *file, const wm_tex_style *style, size_t *from,
                           size_t *size)
{
    const char *end = file->data + file->size, *behind;
    for (const char *at = file->data + *from; at < end; at++) {
        const char *name = at + 1;
        if (*at == '%') {
            at = memchr(at, '\n', (size_t)(end - at));
            if (at == NULL)
                return false;
            continue;
        }
        if (*at != '\\' || name == end)
            continue;
        behind = name_end(name, end, true);
        if (begins(name, end, "wmset") || begins(name, end, "wm@") ||
            is_defined(style, name, behind, end)) {
            *from = (size_t)(at - file->data);
            *size = (size_t)(behind - at);
            return true;
        }
        at = behind > name ? skip_listing(name, behind, end) - 1 : name;
    }
    return false;
}
