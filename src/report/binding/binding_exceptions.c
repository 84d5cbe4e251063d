/* Reads the exceptions of a document: numbers that are bound to nothing, each with its reason. */
#include "report/binding/binding_parts.h"

#include "base/array.h"
#include "base/status.h"

#include <string.h>

/* The next field of a line: to `: `, or to the end for the last one. Returns what is behind it;
 * NULL if it is not there or empty. */
static const char *take(wm_binding *binding, const char *at, const char *end, bool is_last,
                        const char **field)
{
    const char *colon = at, *last;
    while (colon < end && !is_last && !(end - colon > 1 && colon[0] == ':' && colon[1] == ' '))
        colon++;
    if (is_last)
        colon = end;
    else if (colon == end)
        return NULL;
    last = colon;
    while (at < last && (*at == ' ' || *at == '\t'))
        at++;
    while (last > at && (last[-1] == ' ' || last[-1] == '\t' || last[-1] == '\r'))
        last--;
    if (last == at)
        return NULL;
    *field = wm_document_mask(&binding->memory,
                              wm_document_text(&binding->memory, "%.*s", (int)(last - at), at));
    return is_last ? end : colon + 2;
}

static wm_status add(wm_binding *binding, const wm_binding_exception *exception)
{
    wm_binding_exception *array = wm_array_grow(binding->exception, &binding->exception_capacity,
                                                binding->exception_count + 1, sizeof *array);
    if (array == NULL)
        return WM_E_NOMEM;
    binding->exception = array;
    array[binding->exception_count++] = *exception;
    return WM_OK;
}

wm_status wm_binding_read_exceptions(wm_binding *binding, const char *path, const char *data,
                                     size_t size, wm_error *err)
{
    const char *end = data + size;
    size_t line = 0;
    for (const char *at = data, *next; at < end; at = next) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *last = newline != NULL ? newline : end, *rest;
        wm_binding_exception exception = {.line = ++line};
        next = newline != NULL ? newline + 1 : end;
        while (at < last && (*at == ' ' || *at == '\t' || *at == '\r'))
            at++;
        if (at == last || *at == '#')
            continue;
        rest = take(binding, at, last, false, &exception.file);
        if (rest != NULL)
            rest = take(binding, rest, last, false, &exception.text);
        if (rest == NULL || take(binding, rest, last, true, &exception.reason) == NULL)
            return wm_error_set(err, WM_E_SYNTAX, path,
                                "line %zu has no reason; write FILE: TEXT: REASON", line);
        if (add(binding, &exception) != WM_OK)
            return wm_error_set(err, WM_E_NOMEM, path, "%s", wm_status_text(WM_E_NOMEM));
    }
    return WM_OK;
}

void wm_binding_exceptions_apply(wm_binding *binding)
{
    for (size_t i = 0; i < binding->finding_count; i++) {
        wm_binding_finding *finding = &binding->finding[i];
        const char *file = binding->files.file[finding->place.file].path;
        if (finding->kind != WM_BINDING_UNBOUND)
            continue;
        for (size_t j = 0; j < binding->exception_count && finding->reason == NULL; j++) {
            wm_binding_exception *exception = &binding->exception[j];
            if (strcmp(exception->file, file) != 0 || strcmp(exception->text, finding->text) != 0)
                continue;
            finding->reason = exception->reason;
            exception->uses++;
        }
    }
}
