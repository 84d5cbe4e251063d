/* The root: the last node, whose id identifies the record. */
#ifndef WM_RECORD_KIND_ROOT_H
#define WM_RECORD_KIND_ROOT_H

#include "record/nodes/kind.h"

/* The files of a root: two checkers, and the priors. */
enum {
    WM_KIND_ROOT_CHECKERS = 2,
    WM_KIND_ROOT_FILES = WM_KIND_ROOT_CHECKERS + WM_TABLES_CONTINUES
};

typedef struct wm_file_node {
    bool is_there;
    wm_text path;
    wm_hex sha256;
} wm_file_node;

typedef struct wm_root_node {
    wm_list checkers; /* optional; of wm_file_node */
    double claim_count;
    wm_list continues; /* of hex */
    wm_list files;     /* of wm_file_node */
    wm_text format;
    wm_hex merkle_root;
    wm_edge plan;
} wm_root_node;

extern const wm_form wm_kind_root_file, wm_kind_root_form;
extern const wm_kind wm_kind_root;

/* The paths of the root's files, in order, for a record that continues `priors` others; NULL past
 * the last. A light record has none of the checkers. */
const char *wm_kind_root_path(size_t index, bool is_light, size_t priors);

/* The path of a prior, its number from 0. */
const char *wm_kind_root_prior(size_t index);

/* The paths of all files of a record, in order; NULL past the last. */
const char *wm_kind_root_file_at(size_t index);

#endif
