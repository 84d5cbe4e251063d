/* Where the claims of a document have their places.
 *
 * Many tables show a claim. A link to it, `#NAME`, leads to the first row that is about it alone:
 * one that begins with its name or its quantity, and shows no other claim. */
#include "report/print/html_parts.h"

#include "base/array.h"
#include "model/claims.h"
#include "report/document/table.h"

#include <stdlib.h>
#include <string.h>

static bool names_claim(const char *text, const wm_claim *claim)
{
    return text != NULL && (strcmp(text, claim->name) == 0 ||
                            (claim->quantity != NULL && strcmp(text, claim->quantity->name) == 0));
}

/* The claim that a row is about; NULL: none. */
static const wm_claim *claim_of(const wm_table *table, const wm_cell *row)
{
    const wm_claim *claim = NULL;
    for (size_t i = 0; i < table->column_count; i++) {
        if (row[i].claim != NULL && claim != NULL)
            return NULL;
        claim = row[i].claim != NULL ? row[i].claim : claim;
    }
    return claim != NULL && names_claim(row->text, claim) ? claim : NULL;
}

/* Claims are elements of one array, so their addresses have an order. */
static int compare_places(const void *a, const void *b)
{
    const wm_claim *x = ((const wm_html_place *)a)->claim, *y = ((const wm_html_place *)b)->claim;
    return (x > y) - (x < y);
}

static int compare_rows(const void *a, const void *b)
{
    const size_t x = ((const wm_html_place *)a)->order, y = ((const wm_html_place *)b)->order;
    const int claims = compare_places(a, b);
    return claims != 0 ? claims : (x > y) - (x < y);
}

/* The first of each claim stays. */
static void drop_later(wm_html_places *places)
{
    size_t kept = 0;
    for (size_t i = 0; i < places->count; i++)
        if (kept == 0 || places->place[kept - 1].claim != places->place[i].claim)
            places->place[kept++] = places->place[i];
    places->count = kept;
}

static wm_status add_rows(const wm_table *table, wm_html_places *places)
{
    for (size_t row = 0; row < wm_table_rows(table); row++) {
        const wm_cell *cell = wm_table_at(table, row, 0);
        const wm_claim *claim = claim_of(table, cell);
        wm_html_place *place;
        if (claim == NULL)
            continue;
        place = wm_array_grow(places->place, &places->capacity, places->count + 1, sizeof *place);
        if (place == NULL)
            return WM_E_NOMEM;
        places->place = place;
        place[places->count] = (wm_html_place){claim, cell, places->count};
        places->count++;
    }
    return WM_OK;
}

wm_status wm_html_places_find(const wm_document *document, wm_html_places *places)
{
    wm_status status = WM_OK;
    *places = (wm_html_places){NULL, 0, 0, 0};
    for (size_t i = 0; i < document->block_count && status == WM_OK; i++)
        if (document->block[i].kind == WM_BLOCK_TABLE)
            status = add_rows(document->block[i].of.table, places);
    if (places->count > 0)
        qsort(places->place, places->count, sizeof *places->place, compare_rows);
    drop_later(places);
    return status;
}

const wm_html_place *wm_html_places_of(const wm_html_places *places, const wm_claim *claim)
{
    const wm_html_place key = {claim, NULL, 0};
    if (claim == NULL || places->count == 0)
        return NULL;
    return bsearch(&key, places->place, places->count, sizeof key, compare_places);
}

const wm_claim *wm_html_places_row(const wm_html_places *places, const wm_table *table,
                                   const wm_cell *row)
{
    const wm_html_place *place = wm_html_places_of(places, claim_of(table, row));
    return place != NULL && place->row == row ? place->claim : NULL;
}
