/* Does what the commands of LaTeX ask for, as far as the text of a document goes. */
#include "manuscript/tex_commands.h"
#include "manuscript/tex_state.h"
#include "manuscript/tex_words.h"

#include <stdlib.h>
#include <string.h>

/* The most macros that are expanded: for one that stands in a file, and for all, besides one for
 * some bytes of the files. More may never end. */
enum { EXPANSIONS_ONE = 10000, EXPANSIONS = 50000, EXPANSION_BYTES = 4, NAME = 512 };

static bool is_name(const char *name, size_t size, const char *text)
{
    return strlen(text) == size && memcmp(name, text, size) == 0;
}

/* The first place of a text in a frame, from where it is; its end if there is none. */
static size_t find_text(const wm_tex_frame *frame, const char *text)
{
    const size_t size = strlen(text);
    const char *data = frame->text.data, *end = data + frame->text.size, *at = data + frame->at;
    while (at < end && (at = memchr(at, text[0], (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= size && memcmp(at, text, size) == 0)
            return (size_t)(at - data);
        at++;
    }
    return frame->text.size;
}

/* Skips to behind a text. */
static void skip_to(wm_tex_frame *frame, const char *text)
{
    const size_t at = find_text(frame, text);
    frame->at = at < frame->text.size ? at + strlen(text) : at;
}

static void emit_mark(wm_tex_state *state, char mark, const wm_tex_frame *frame, size_t at)
{
    const char text[2] = {mark, '\0'};
    wm_tex_state_write(state, text, frame, at);
}

void wm_tex_command_display(wm_tex_state *state, wm_tex_frame *frame, size_t at, const char *end)
{
    skip_to(frame, end);
    emit_mark(state, WM_TEX_MARK_OPAQUE, frame, at);
}

/* ---- arguments that are texts ---------------------------------------------------------------- */

/* Reads the visible argument as a text of its own, with marks around it. */
static void do_aside(wm_tex_state *state, wm_tex_frame *frame, size_t at,
                     const wm_tex_command *command, char before, char behind)
{
    wm_tex_slice slice;
    wm_tex_state_skip(frame, command->arguments);
    emit_mark(state, before, frame, at);
    if (strchr(command->arguments, 'v') == NULL)
        return;
    if (wm_tex_input_group(frame, false, &slice))
        wm_tex_state_push(state, &slice, behind);
}

/* A cell over several columns: the columns behind it are marked before its text, since the text is
 * read later; tex_table.c knows the order. */
static void do_multicolumn(wm_tex_state *state, wm_tex_frame *frame, size_t at)
{
    wm_tex_slice count, layout;
    unsigned columns = 0;
    if (!wm_tex_input_group(frame, false, &count) || !wm_tex_input_group(frame, false, &layout))
        return;
    for (size_t i = 0; i < count.size && i < 3; i++)
        if (count.data[i] >= '0' && count.data[i] <= '9')
            columns = columns * 10 + (unsigned)(count.data[i] - '0');
    for (unsigned i = 1; i < columns && i < 64 && state->tables == 1; i++)
        emit_mark(state, WM_TEX_MARK_SPAN, frame, at);
}

/* ---- siunitx --------------------------------------------------------------------------------- */

static void push_siunitx(wm_tex_state *state, const wm_tex_slice *slice, bool is_unit,
                         bool is_number)
{
    const wm_tex_frame *top = &state->input.frame[state->input.count - 1];
    wm_tex_frame frame = {.text = *slice,
                          .is_unit = is_unit,
                          .is_number = is_number,
                          .is_expansion = top->is_expansion};
    (void)wm_tex_input_push(&state->input, &frame);
}

/* A text of ours, which is read like a file's. */
static void push_words(wm_tex_state *state, const char *words, wm_tex_place place)
{
    const wm_tex_slice slice = {
        .data = words, .size = strlen(words), .place = place, .is_fixed = true};
    push_siunitx(state, &slice, false, false);
}

/* The arguments are pushed from the last to the first. */
static void do_quantity(wm_tex_state *state, wm_tex_frame *frame, size_t at,
                        const wm_tex_command *command)
{
    wm_tex_slice slice[3], option;
    const wm_tex_place place = wm_tex_input_place(frame, at);
    const size_t wanted = strlen(command->text);
    size_t count = 0;
    (void)wm_tex_input_optional(frame, '[', &option);
    for (; count < wanted; count++) {
        if (command->text[count] == 'U' && count > 0)
            (void)wm_tex_input_optional(frame, '[', &option);
        if (!wm_tex_input_group(frame, false, &slice[count]))
            break;
    }
    while (count-- > 0) {
        const char kind = command->text[count];
        push_siunitx(state, &slice[count], kind == 'U', kind != 'U');
        if (kind == 'U' && count > 0)
            push_words(state, " ", place);
        else if (kind == 'R')
            push_words(state, "--", place);
    }
}

/* In the argument of a unit every command is one. */
static void do_unit(wm_tex_state *state, wm_tex_frame *frame, size_t at, const char *name,
                    size_t size)
{
    const char *text = wm_tex_words_unit(name, size);
    const wm_tex_command *command = text == NULL ? wm_tex_commands_find(name, size) : NULL;
    if (text == NULL && command != NULL && command->action == WM_TEX_EMIT)
        text = command->text;
    if (text != NULL)
        wm_tex_state_write(state, text, frame, at);
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* The place where the text of the authors has a macro: in the file, not in a macro of theirs. */
static wm_tex_place place_in_file(const wm_tex_state *state, const wm_tex_frame *frame, size_t at)
{
    for (size_t i = state->input.count; i-- > 0;) {
        const wm_tex_frame *one = &state->input.frame[i];
        if (one->is_file)
            return wm_tex_input_place(one, one == frame ? at : one->at > 0 ? one->at - 1 : 0);
    }
    return wm_tex_input_place(frame, at);
}

static wm_tex_use_kind use_kind(const char *text)
{
    static const char *const KINDS[] = {"claim", "value", "unit",   "context",
                                        "fact",  "root",  "record", "linkbase"};
    unsigned i = 0;
    while (strcmp(KINDS[i], text) != 0)
        i++;
    return (wm_tex_use_kind)i;
}

static char *copy_slice(const wm_tex_slice *slice)
{
    char text[NAME];
    wm_tex_input_text(slice, text, sizeof text);
    return strdup(text);
}

static void do_claim(wm_tex_state *state, wm_tex_frame *frame, size_t at,
                     const wm_tex_command *command)
{
    wm_tex_use use = {.kind = use_kind(command->text),
                      .macro = command->name,
                      .place = place_in_file(state, frame, at)};
    wm_tex_slice slice;
    wm_tex_frame *from = frame;
    /* behind `\newcommand\x{\wmclaim}` the arguments follow \x */
    while (from > state->input.frame && from->is_expansion && from->at == from->text.size)
        from--;
    use.is_starred = wm_tex_input_star(from);
    if (wm_tex_input_optional(from, '[', &slice))
        use.prefix = copy_slice(&slice);
    use.is_starred |= wm_tex_input_star(from);
    if (use.kind == WM_TEX_USE_ROOT) {
        use.name = strdup("");
    } else if (!wm_tex_input_group(from, false, &slice)) {
        free(use.prefix);
        return;
    } else {
        use.name = copy_slice(&slice);
    }
    use.at = state->text->size;
    if (use.kind == WM_TEX_USE_CLAIM || use.kind == WM_TEX_USE_VALUE)
        emit_mark(state, WM_TEX_MARK_CLAIM, frame, at);
    wm_tex_state_fail(state, wm_tex_text_add_use(state->text, &use));
}

/* ---- files ----------------------------------------------------------------------------------- */

static void do_input(wm_tex_state *state, wm_tex_frame *frame)
{
    wm_tex_slice slice;
    char name[WM_TEX_FILES_PATH];
    size_t index;
    wm_tex_input_skip_space(frame);
    if (frame->at < frame->text.size && frame->text.data[frame->at] != '{') {
        const size_t begin = frame->at;
        while (frame->at < frame->text.size &&
               strchr(" \t\r\n\\}%", frame->text.data[frame->at]) == NULL)
            frame->at++;
        slice = wm_tex_input_slice(frame, begin, frame->at - begin);
    } else if (!wm_tex_input_group(frame, false, &slice)) {
        return;
    }
    wm_tex_input_text(&slice, name, sizeof name);
    wm_tex_state_fail(state, wm_tex_files_find(state->files, name, strlen(name), ".tex", true,
                                               &index, state->err));
    if (state->status == WM_OK && index != SIZE_MAX)
        wm_tex_state_push_file(state, index, false);
}

/* Style files beside the document may define macros. Of a class only the bytes are searched. */
static void do_package(wm_tex_state *state, wm_tex_frame *frame, const wm_tex_command *command)
{
    const char *ending = command->text != NULL ? command->text : ".sty";
    wm_tex_slice slice, option;
    size_t index, at = 0;
    (void)wm_tex_input_optional(frame, '[', &option);
    if (!wm_tex_input_group(frame, false, &slice) || state->is_body)
        return;
    while (at < slice.size) {
        size_t end = at;
        while (end < slice.size && slice.data[end] != ',')
            end++;
        wm_tex_state_fail(state, wm_tex_files_find(state->files, slice.data + at, end - at, ending,
                                                   false, &index, state->err));
        if (state->status == WM_OK && index != SIZE_MAX && command->text == NULL &&
            !is_name(slice.data + at, end - at, "witnessmark"))
            wm_tex_state_push_file(state, index, true);
        at = end + 1;
    }
}

/* ---- environments ---------------------------------------------------------------------------- */

static void begin_table(wm_tex_state *state, wm_tex_frame *frame, size_t at)
{
    if (state->tables++ == 0)
        emit_mark(state, WM_TEX_MARK_TABLE, frame, at);
}

static void do_begin(wm_tex_state *state, wm_tex_frame *frame, size_t at)
{
    wm_tex_slice slice;
    char name[NAME], end[NAME + 8] = "\\end{";
    const wm_tex_environment *environment;
    if (!wm_tex_input_group(frame, false, &slice))
        return;
    wm_tex_input_text(&slice, name, sizeof name);
    environment = wm_tex_words_environment(name, strlen(name));
    if (strcmp(name, "document") == 0)
        state->is_body = true;
    if (environment == NULL || environment->setting == WM_TEX_PLAIN)
        emit_mark(state, WM_TEX_MARK_BREAK, frame, at);
    if (environment == NULL)
        return;
    if (environment->setting == WM_TEX_SKIPPED) {
        strcat(strcat(end, name), "}");
        wm_tex_command_display(state, frame, at, end);
        return;
    }
    wm_tex_state_skip(frame, environment->arguments);
    if (environment->setting == WM_TEX_TABLE)
        begin_table(state, frame, at);
    else if (environment->setting == WM_TEX_FLOAT)
        emit_mark(state, WM_TEX_MARK_FLOAT, frame, at);
}

static void do_end(wm_tex_state *state, wm_tex_frame *frame, size_t at)
{
    wm_tex_slice slice;
    char name[NAME];
    const wm_tex_environment *environment;
    if (!wm_tex_input_group(frame, false, &slice))
        return;
    wm_tex_input_text(&slice, name, sizeof name);
    environment = wm_tex_words_environment(name, strlen(name));
    if (strcmp(name, "document") == 0 && state->has_document && state->is_body)
        state->is_over = true;
    else if (environment == NULL || environment->setting == WM_TEX_PLAIN)
        emit_mark(state, WM_TEX_MARK_BREAK, frame, at);
    else if (environment->setting == WM_TEX_FLOAT)
        emit_mark(state, WM_TEX_MARK_FLOAT_END, frame, at);
    else if (environment->setting == WM_TEX_TABLE && state->tables > 0 && --state->tables == 0)
        emit_mark(state, WM_TEX_MARK_TABLE_END, frame, at);
}

/* ---- conditions ------------------------------------------------------------------------------ */

static void open_condition(wm_tex_state *state, bool is_decided)
{
    if (state->conditions < WM_TEX_STATE_CONDITIONS)
        state->is_decided[state->conditions++] = is_decided;
}

/* Whether the name of a command opens a condition that \fi ends. */
static bool is_condition(const char *name, size_t size)
{
    return size > 2 && memcmp(name, "if", 2) == 0 && !is_name(name, size, "iff") &&
           !is_name(name, size, "ifthenelse") && !is_name(name, size, "ifdefstring") &&
           !is_name(name, size, "ifdef") && !is_name(name, size, "ifblank") &&
           !is_name(name, size, "iftoggle");
}

/* Skips a branch that is not taken. True: it ended at \else. */
static bool skip_branch(wm_tex_frame *frame, bool may_else)
{
    size_t depth = 0;
    while (frame->at < frame->text.size) {
        const char byte = frame->text.data[frame->at];
        const char *name = frame->text.data + frame->at + 1;
        size_t size;
        if (byte == '%') {
            wm_tex_input_skip_space(frame);
            continue;
        }
        frame->at++;
        if (byte != '\\')
            continue;
        size = wm_tex_input_name(frame, frame->at);
        frame->at += size;
        if (is_condition(name, size))
            depth++;
        else if (is_name(name, size, "else") && depth == 0 && may_else)
            return true;
        else if (is_name(name, size, "fi") && depth-- == 0)
            return false;
    }
    return false;
}

static void do_false(wm_tex_state *state, wm_tex_frame *frame)
{
    if (skip_branch(frame, true))
        open_condition(state, true);
}

static void do_else(wm_tex_state *state, wm_tex_frame *frame)
{
    if (state->conditions == 0 || !state->is_decided[state->conditions - 1])
        return;
    state->conditions--;
    (void)skip_branch(frame, false);
}

/* \ifNAME, \NAMEtrue and \NAMEfalse of \newif. False: it is none of these. */
static bool do_condition(wm_tex_state *state, wm_tex_frame *frame, const char *name, size_t size)
{
    wm_tex_macro *macro = wm_tex_macros_find(&state->macros, name, size);
    char text[NAME] = "if";
    if (macro != NULL && macro->is_condition) {
        if (macro->is_true)
            open_condition(state, true);
        else
            do_false(state, frame);
        return true;
    }
    if (macro == NULL && is_condition(name, size)) {
        open_condition(state, false);
        return true;
    }
    for (unsigned truth = 0; truth < 2; truth++) {
        const char *tail = truth != 0 ? "true" : "false";
        const size_t rest = strlen(tail);
        if (size <= rest || size - rest > NAME - 3 || memcmp(name + size - rest, tail, rest) != 0)
            continue;
        memcpy(text + 2, name, size - rest);
        macro = wm_tex_macros_find(&state->macros, text, size - rest + 2);
        if (macro == NULL || !macro->is_condition)
            continue;
        macro->is_true = truth != 0;
        return true;
    }
    return false;
}

/* ---- the others ------------------------------------------------------------------------------ */

/* Whether a command follows a number: an unknown one may then be its unit. */
static bool follows_number(const wm_tex_text *text)
{
    size_t at = text->size;
    while (at > 0 && (text->data[at - 1] == ' ' || text->data[at - 1] == WM_TEX_MARK_THIN))
        at--;
    return at > 0 && text->data[at - 1] >= '0' && text->data[at - 1] <= '9';
}

/* Leaves out the rest of a macro of a file that has become too long. It is a program, or an endless
 * one. */
static void drop_expansion(wm_tex_state *state)
{
    const char *name = state->outer;
    size_t size = state->outer_size;
    while (state->input.frame[state->input.count - 1].is_expansion)
        wm_tex_input_pop(&state->input);
    wm_tex_macros_find(&state->macros, name, size)->is_endless = true;
    wm_tex_state_fail(state, wm_tex_files_leave(state->files, name - 1, size + 1, WM_TEX_ENDLESS));
}

/* Expands a macro: puts its body on top. */
static void expand(wm_tex_state *state, wm_tex_frame *frame, const wm_tex_macro *macro)
{
    wm_tex_frame expanded;
    if (!frame->is_expansion) {
        state->outer = macro->name;
        state->outer_size = macro->size;
        state->outer_expansions = 0;
    }
    if (macro->is_endless)
        return;
    if (++state->expansions > EXPANSIONS + state->files->bytes / EXPANSION_BYTES) {
        wm_tex_state_fail(state, WM_E_LIMIT);
    } else if (++state->outer_expansions > EXPANSIONS_ONE) {
        drop_expansion(state);
    } else {
        wm_tex_state_fail(state, wm_tex_macros_call(macro, frame, &expanded));
        if (state->status != WM_OK || !wm_tex_input_push(&state->input, &expanded))
            free(expanded.owned);
    }
}

/* A macro of the document, or a command that is not known. */
static void do_other(wm_tex_state *state, wm_tex_frame *frame, size_t at, const char *name,
                     size_t size)
{
    const wm_tex_macro *macro = wm_tex_macros_find(&state->macros, name, size);
    const char *unit;
    if (do_condition(state, frame, name, size))
        return;
    if (macro != NULL) {
        expand(state, frame, macro);
        return;
    }
    unit = follows_number(state->text) ? wm_tex_words_unit(name, size) : NULL;
    if (unit != NULL)
        wm_tex_state_write(state, unit, frame, at);
}

static void do_verb(wm_tex_state *state, wm_tex_frame *frame, size_t at,
                    const wm_tex_command *command)
{
    wm_tex_slice slice;
    char end[2] = {0};
    wm_tex_state_skip(frame, command->arguments);
    (void)wm_tex_input_star(frame);
    if (frame->at < frame->text.size && frame->text.data[frame->at] == '{') {
        (void)wm_tex_input_group(frame, true, &slice);
    } else if (frame->at < frame->text.size) {
        end[0] = frame->text.data[frame->at++];
        if (end[0] != '\0')
            skip_to(frame, end);
    }
    emit_mark(state, WM_TEX_MARK_OPAQUE, frame, at);
}

static void do_emit(wm_tex_state *state, wm_tex_frame *frame, size_t at,
                    const wm_tex_command *command)
{
    const char mark = command->text != NULL ? command->text[0] : '\0';
    wm_tex_state_skip(frame, command->arguments);
    if (command->text != NULL)
        wm_tex_state_write(state, command->text, frame, at);
    /* `\mu s` is one unit */
    while ((mark == WM_TEX_MARK_MICRO || mark == WM_TEX_MARK_DEGREE) &&
           frame->at < frame->text.size && frame->text.data[frame->at] == ' ')
        frame->at++;
}

/* Does a command that changes what is read next. False: it is another one. */
static bool do_structure(wm_tex_state *state, wm_tex_frame *frame, size_t at,
                         const wm_tex_command *command)
{
    switch (command->action) {
    case WM_TEX_INPUT:
        do_input(state, frame);
        return true;
    case WM_TEX_PACKAGE:
        do_package(state, frame, command);
        return true;
    case WM_TEX_NEWCOMMAND:
    case WM_TEX_UNIT:
        wm_tex_state_fail(state, wm_tex_macros_newcommand(&state->macros, frame));
        return true;
    case WM_TEX_DOCUMENT_COMMAND:
        wm_tex_state_fail(state, wm_tex_macros_document(&state->macros, frame));
        return true;
    case WM_TEX_DEF:
        wm_tex_state_fail(state, wm_tex_macros_def(&state->macros, frame));
        return true;
    case WM_TEX_LET:
        wm_tex_state_fail(state, wm_tex_macros_let(&state->macros, frame));
        return true;
    case WM_TEX_NEWIF:
        wm_tex_state_fail(state, wm_tex_macros_newif(&state->macros, frame));
        return true;
    case WM_TEX_IFFALSE:
        do_false(state, frame);
        return true;
    case WM_TEX_IFTRUE:
        open_condition(state, true);
        return true;
    case WM_TEX_ELSE:
        do_else(state, frame);
        return true;
    case WM_TEX_FI:
        state->conditions -= state->conditions > 0;
        return true;
    case WM_TEX_BEGIN:
        do_begin(state, frame, at);
        return true;
    case WM_TEX_END:
        do_end(state, frame, at);
        return true;
    default:
        return false;
    }
}

/* Does a command that makes text. */
static void do_text(wm_tex_state *state, wm_tex_frame *frame, size_t at,
                    const wm_tex_command *command)
{
    switch (command->action) {
    case WM_TEX_BREAK:
        do_aside(state, frame, at, command, WM_TEX_MARK_BREAK, WM_TEX_MARK_BREAK);
        break;
    case WM_TEX_ASIDE:
        do_aside(state, frame, at, command, '(', ')');
        break;
    case WM_TEX_CAPTION:
        do_aside(state, frame, at, command, WM_TEX_MARK_CAPTION, WM_TEX_MARK_CAPTION_END);
        break;
    case WM_TEX_VERB:
        do_verb(state, frame, at, command);
        break;
    case WM_TEX_MULTICOLUMN:
        do_multicolumn(state, frame, at);
        break;
    case WM_TEX_ROW:
        wm_tex_state_skip(frame, command->arguments);
        emit_mark(state, state->tables == 1 ? WM_TEX_MARK_ROW : ' ', frame, at);
        break;
    case WM_TEX_DISPLAY:
        wm_tex_command_display(state, frame, at, "\\]");
        break;
    case WM_TEX_QUANTITY:
        do_quantity(state, frame, at, command);
        break;
    case WM_TEX_CLAIM:
        do_claim(state, frame, at, command);
        break;
    default: /* WM_TEX_EMIT; both branches of WM_TEX_IFTHENELSE */
        do_emit(state, frame, at, command);
        break;
    }
}

void wm_tex_command_do(wm_tex_state *state, wm_tex_frame *frame, size_t at, const char *name,
                       size_t size)
{
    const wm_tex_command *command;
    if (frame->is_unit && wm_tex_macros_find(&state->macros, name, size) == NULL) {
        do_unit(state, frame, at, name, size);
        return;
    }
    command = wm_tex_commands_find(name, size);
    if (command == NULL)
        do_other(state, frame, at, name, size);
    else if (!do_structure(state, frame, at, command))
        do_text(state, frame, at, command);
}
