/* The device kinds in this program, and how a user names a device. */
#ifndef WM_BACKEND_REGISTRY_H
#define WM_BACKEND_REGISTRY_H

#include "backend/backend.h"

enum { WM_REGISTRY_DEVICES = 64 }; /* most devices of one kind that can be named */

/* Kind number `index`, cpu first; null past the end. */
const wm_backend *wm_registry_get(size_t index);

/* The kind with this name, or null. */
const wm_backend *wm_registry_find(const char *name);

/* The kind of the host's processors; a command takes it where none is named. */
const wm_backend *wm_registry_host(void);

/* Whether a name, also one of a record, is that of the host's processors. */
bool wm_registry_is_host(const char *name);

/* The name of a kind that another build of this program has; NULL if this one has all. */
const char *wm_registry_absent(void);

/* Says that this program has no kind with this name: how to build one with cuda, or the nearest
 * kind. Returns NOTFOUND. */
wm_status wm_registry_refuse(const char *name, wm_error *err);

/* The devices of a kind, at most WM_REGISTRY_DEVICES. Errors: NOTFOUND (there is none). */
WM_MUST_CHECK wm_status wm_registry_list(const wm_backend *backend,
                                         wm_device_entry entries[WM_REGISTRY_DEVICES],
                                         size_t *count, wm_error *err);

/* The device of a kind that a word names: by its decimal number, its UUID, or the beginning of a
 * UUID that no other device has (case does not matter). Null means device 0. A number is not
 * checked here; `open` does. Unusable devices are found too. Errors: NOTFOUND (no such device, or
 * several; err says which). */
WM_MUST_CHECK wm_status wm_registry_choose(const wm_backend *backend, const char *word,
                                           unsigned *index, wm_error *err);

/* Checks that an open device is the one that a word names by its UUID. A number, or NULL, names
 * any. Between a listing and the opening, numbers can change. Errors: MISMATCH (err says what it
 * is). */
WM_MUST_CHECK wm_status wm_registry_check(wm_device *device, const char *word, wm_error *err);

/* Opens the device that a kind's name and a word mean; options->index becomes its number. err's
 * place is the kind. Errors: NOTFOUND, those of the kind's `open` with its reason, and those of
 * wm_registry_check. Ownership: the caller closes the device. */
WM_MUST_CHECK wm_status wm_registry_open(const char *name, const char *word,
                                         wm_device_options *options, wm_device **device,
                                         wm_error *err);

#endif
