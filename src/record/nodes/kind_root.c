/* The form of the root, and the paths of its files. */
#include "record/nodes/kind_root.h"

#define WM_OF_FILE &wm_kind_root_file, NULL, WM_FIELD_OBJECT

const wm_form wm_kind_root_file = WM_KIND_FORM("a file", FILE, wm_file_node);
const wm_form wm_kind_root_form = WM_KIND_FORM("the root", ROOT, wm_root_node);

const char *wm_kind_root_path(size_t index, size_t priors)
{
    static const char *const PATHS[WM_KIND_ROOT_FILES] = {
        "code/verify.c", "code/verify_graph.py", "prior/1.jsonl", "prior/2.jsonl", "prior/3.jsonl",
        "prior/4.jsonl", "prior/5.jsonl",        "prior/6.jsonl", "prior/7.jsonl", "prior/8.jsonl"};
    return index < WM_KIND_ROOT_CHECKERS + priors && index < WM_KIND_ROOT_FILES ? PATHS[index]
                                                                                : NULL;
}

const wm_kind wm_kind_root = {"root", NULL,  WM_KIND_ROOT, NULL, WM_KIND_FORMS(&wm_kind_root_form),
                              NULL,   false, false};
