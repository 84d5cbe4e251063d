/* Checks that the macros of a document are those of witnessmark.sty.
 *
 * A bound number is what its macro prints. So the style file has the bytes that `publish` writes,
 * wherever it is read, and no other file makes its macros anew. */
#include "report/binding/binding_parts.h"

#include "manuscript/tex_redefined.h"
#include "report/publish/product_head.h"
#include "report/publish/products.h"

#include <stdio.h>
#include <string.h>

enum { TOLD = 5 };

static const char STYLE[] = "witnessmark.sty", NUMBERS[] = "numbers.tex";

wm_status wm_binding_macros_read(wm_binding *binding, wm_error *err)
{
    if (binding->record_count == 0)
        return WM_OK;
    return wm_products_write(wm_products_named(STYLE), binding->record[0].model, &binding->style,
                             err);
}

/* The last part of a path. */
static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool wm_binding_macros_is_style(const wm_tex_file *file)
{
    static const char LEAD[] = "%% witnessmark.sty:";
    return strcmp(name_of(file->path), STYLE) == 0 ||
           strncmp(file->data, LEAD, strlen(LEAD)) == 0; /* a NUL follows the bytes */
}

/* Whether a folder's numbers.tex is of another release, which has another style file. */
static bool is_of_other_release(const wm_binding *binding, const char *path)
{
    const size_t folder = (size_t)(name_of(path) - path);
    wm_product_head head;
    for (size_t i = 0; i < binding->files.count; i++) {
        const wm_tex_file *file = &binding->files.file[i];
        if (strncmp(file->path, path, folder) == 0 && strcmp(file->path + folder, NUMBERS) == 0)
            return wm_product_head_read(file->data, file->size, &head) &&
                   strcmp(head.version, wm_version()) != 0;
    }
    return false;
}

/* Adds what is wrong with a file that is named as the style file is, and is not. */
static void check_style(wm_binding *binding, size_t index)
{
    const wm_tex_file *file = &binding->files.file[index];
    const size_t least = file->size < binding->style.size ? file->size : binding->style.size;
    size_t same = 0;
    if (is_of_other_release(binding, file->path)) {
        binding->other_releases++;
        return;
    }
    while (same < least && file->data[same] == binding->style.data[same])
        same++;
    wm_binding_add(binding, WM_BINDING_DIFFERS, (wm_tex_place){(uint32_t)index, (uint32_t)same}, "",
                   "from here it is not the style file of this release; take the one that "
                   "`witnessmark publish` writes");
}

/* Adds the places of a file that make a macro of the style anew. */
static void check_text(wm_binding *binding, size_t index)
{
    const wm_tex_style style = {binding->style.data, binding->style.size};
    size_t at = 0, size;
    for (unsigned told = 0;
         told < TOLD && wm_tex_redefined_next(&binding->files.file[index], &style, &at, &size);
         told++) {
        const size_t line = strcspn(binding->files.file[index].data + at, "\r\n");
        wm_binding_add(binding, WM_BINDING_DIFFERS, (wm_tex_place){(uint32_t)index, (uint32_t)at},
                       wm_document_text(&binding->memory, "%.*s", line < 60 ? (int)line : 60,
                                        binding->files.file[index].data + at),
                       "only witnessmark.sty and numbers.tex may make or copy its macros; remove "
                       "this");
        at += size;
    }
}

void wm_binding_macros_check(wm_binding *binding, size_t index)
{
    const wm_tex_file *file = &binding->files.file[index];
    const bool is_true = file->size == binding->style.size &&
                         memcmp(file->data, binding->style.data, file->size) == 0;
    const bool is_style = wm_binding_macros_is_style(file);
    binding->has_style |= (is_true || is_style) && index < binding->named;
    if (is_true)
        return;
    if (is_style)
        check_style(binding, index);
    else if (index < binding->named)
        check_text(binding, index);
}

void wm_binding_macros_need(wm_binding *binding)
{
    for (size_t i = 0; i < binding->text.use_count && !binding->has_style; i++) {
        if (binding->text.use[i].kind > WM_TEX_USE_ROOT)
            continue;
        wm_binding_add(binding, WM_BINDING_DIFFERS, binding->text.use[i].place, "",
                       "no witnessmark.sty below the folder of the document is read, so nothing "
                       "says what its macros print; read the one that `witnessmark publish` "
                       "writes");
        return;
    }
}
