/* The form of the root, and the paths of its files. */
#include "record/nodes/kind_root.h"

#define WM_OF_FILE &wm_kind_root_file, NULL, WM_FIELD_OBJECT

const wm_form wm_kind_root_file = WM_KIND_FORM("a file", FILE, wm_file_node);
const wm_form wm_kind_root_form = WM_KIND_FORM("the root", ROOT, wm_root_node);

static const char *const PATHS[] = {"code/verify.c",   "code/verify_graph.py", "evidence.jsonl",
                                    "manifest.sha256", "prior/1.jsonl",        "prior/2.jsonl",
                                    "prior/3.jsonl",   "prior/4.jsonl",        "prior/5.jsonl",
                                    "prior/6.jsonl",   "prior/7.jsonl",        "prior/8.jsonl"};
enum { PATH_COUNT = sizeof PATHS / sizeof PATHS[0] };

const char *wm_kind_root_file_at(size_t index)
{
    return index < PATH_COUNT ? PATHS[index] : NULL;
}

const char *wm_kind_root_prior(size_t index)
{
    return wm_kind_root_file_at(PATH_COUNT - WM_TABLES_CONTINUES + index);
}

const char *wm_kind_root_path(size_t index, bool is_light, size_t priors)
{
    const size_t checkers = is_light ? 0 : WM_KIND_ROOT_CHECKERS;
    if (index < checkers)
        return PATHS[index];
    index -= checkers;
    return index < priors ? wm_kind_root_prior(index) : NULL;
}

const wm_kind wm_kind_root = {"root", NULL,  WM_KIND_ROOT, NULL, WM_KIND_FORMS(&wm_kind_root_form),
                              NULL,   false, false};
