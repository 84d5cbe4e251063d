/* The folder in which screens of a machine keep what they need to know of each other.
 *
 * A file a device says when each item was last screened, so that the next screen begins with what
 * was left out. Losing it loses no result: every screen has its record. */
#include "cli/screen_state.h"

#include "base/buffer.h"
#include "base/code_point.h"
#include "base/status.h"
#include "cli/input.h"
#include "cli/replace_file.h"
#include "standards/jcs.h"
#include "standards/json.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char SCHEMA[] = "witnessmark-screen-state/1";

enum { BYTES_MAX = 1 << 16 };

void wm_screen_state_default(char folder[WM_SCREENED_PATH])
{
    const char *base = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char host[65] = "";
    int size = 0;
    (void)gethostname(host, sizeof host - 1); /* nodes may share a home */
    if (geteuid() == 0)
        size = snprintf(folder, WM_SCREENED_PATH, "/var/lib/witnessmark");
    else if (base != NULL && base[0] == '/')
        size = snprintf(folder, WM_SCREENED_PATH, "%s/witnessmark/%s", base, host);
    else if (home != NULL && home[0] == '/')
        size = snprintf(folder, WM_SCREENED_PATH, "%s/.local/state/witnessmark/%s", home, host);
    if (size <= 0 || size >= WM_SCREENED_PATH - 100)
        folder[0] = '\0';
}

/* Makes a folder and its parents. Returns whether it is there. */
static bool make_folders(const char *folder)
{
    char path[WM_SCREENED_PATH];
    struct stat about;
    (void)snprintf(path, sizeof path, "%s", folder);
    for (char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        (void)mkdir(path, 0755);
        *slash = '/';
    }
    (void)mkdir(path, 0755);
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

wm_status wm_screen_state_open(wm_screen_state *state, const char *folder, wm_error *err)
{
    char path[WM_SCREENED_PATH + 16];
    int error;
    state->folder[0] = '\0';
    state->lock = -1;
    if (strlen(folder) >= WM_SCREENED_PATH - 100)
        return wm_error_set(err, WM_E_ARG, folder, "the path is too long");
    if (!make_folders(folder))
        return wm_error_set(err, WM_E_OPEN, folder, "cannot be made: %s", strerror(errno));
    (void)snprintf(path, sizeof path, "%s/lock", folder);
    state->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (state->lock < 0)
        return wm_error_set(err, WM_E_OPEN, path, "cannot be written: %s", strerror(errno));
    (void)snprintf(state->folder, sizeof state->folder, "%s", folder);
    if (flock(state->lock, LOCK_EX | LOCK_NB) == 0)
        return WM_OK;
    error = errno;
    wm_screen_state_close(state);
    if (error != EWOULDBLOCK)
        return wm_error_set(err, WM_E_OPEN, folder, "cannot be locked: %s", strerror(error));
    return wm_error_set(err, WM_E_EXISTS, folder, "another screen is running");
}

void wm_screen_state_close(wm_screen_state *state)
{
    if (state->lock >= 0) {
        (void)flock(state->lock, LOCK_UN); /* also where a process that hangs has it */
        (void)close(state->lock);
    }
    state->lock = -1;
}

/* The file of a device; its name has letters, digits and `-` alone. */
static void path_of(const wm_screen_state *state, const wm_screened_device *device,
                    char path[WM_SCREENED_PATH + 64])
{
    const char *name = device->uuid[0] != '\0' ? device->uuid : device->name;
    const size_t size = (size_t)snprintf(path, WM_SCREENED_PATH, "%s/", state->folder);
    (void)snprintf(path + size, 64 + WM_SCREENED_PATH - size, "%.50s.json", name);
    for (char *c = path + size; *c != '\0'; c++)
        if (*c == '/')
            *c = '_';
}

/* ---- reading --------------------------------------------------------------------------------- */

static double number_of(const wm_json_value *object, const char *name)
{
    const wm_json_value *value = wm_json_member(object, name);
    return value != NULL && value->kind == WM_JSON_NUMBER && isfinite(value->number) &&
                   value->number >= 0
               ? value->number
               : 0;
}

static void take_item(const wm_json_value *of, wm_screen_item *items, size_t count)
{
    const double now = (double)time(NULL);
    for (size_t i = 0; i < count; i++)
        if (wm_json_is_text(wm_json_member(of, "item"), items[i].label)) {
            const double last_at = number_of(of, "last_at");
            items[i].last_at = last_at <= now ? last_at : 0; /* the clock was set back */
            items[i].took_s = number_of(of, "took_s");
            items[i].repeat_s = number_of(of, "repeat_s");
        }
}

static bool take_all(const wm_json_value *root, wm_screened_device *device, wm_screen_item *items,
                     size_t count)
{
    const wm_json_value *list = wm_json_member(root, "items");
    const double success_at = number_of(root, "success_at");
    if (!wm_json_is_text(wm_json_member(root, "schema"), SCHEMA))
        return false;
    device->success_at =
        success_at > 0 && success_at <= (double)time(NULL) ? success_at : (double)NAN;
    for (const wm_json_value *one = list != NULL ? list->first : NULL; one != NULL; one = one->next)
        take_item(one, items, count);
    return true;
}

void wm_screen_state_read(const wm_screen_state *state, wm_screened_device *device,
                          wm_screen_item *items, size_t count, char words[WM_SCREENED_WORDS])
{
    char path[WM_SCREENED_PATH + 64];
    const wm_input input = {path, false, "", "cannot be read: ", BYTES_MAX, "larger than 64 KiB"};
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_json *json = wm_json_new();
    const wm_json_value *root;
    const wm_json_options options = {.flags = WM_JSON_STRICT, .depth_max = 4};
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    words[0] = '\0';
    device->success_at = (double)NAN;
    path_of(state, device, path);
    status = state->folder[0] == '\0' ? WM_E_NOTFOUND
             : json == NULL           ? WM_E_NOMEM
                                      : wm_input_read(&input, &text, &err);
    if (status == WM_OK)
        status = wm_json_parse(json, text.data, text.size, &options, &root, &err);
    if (status == WM_OK && !take_all(root, device, items, count))
        status = WM_E_INVALID;
    if (status != WM_OK && status != WM_E_NOTFOUND)
        (void)snprintf(words, WM_SCREENED_WORDS, "%.*s: not read: every item counts as due",
                       WM_FIT(path, 180));
    wm_json_free(json);
    wm_buffer_clear(&text);
}

/* Whether a file is that of a GPU which is none of the devices. */
static bool is_absent(const char *name, const wm_screened_device *devices, size_t count)
{
    const size_t size = strlen(name), tail = strlen(".json");
    if (strncmp(name, "GPU-", 4) != 0 || size <= 4 + tail || size - tail >= 64 ||
        strcmp(name + size - tail, ".json") != 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (strncmp(devices[i].uuid, name, size - tail) == 0)
            return false;
    return true;
}

bool wm_screen_state_absent(const wm_screen_state *state, const wm_screened_device *devices,
                            size_t count, const char *after, char uuid[64])
{
    const struct dirent *entry;
    DIR *open = state->folder[0] != '\0' ? opendir(state->folder) : NULL;
    char least[64] = "";
    while (open != NULL && (entry = readdir(open)) != NULL) {
        char name[64];
        if (!is_absent(entry->d_name, devices, count))
            continue;
        (void)snprintf(name, sizeof name, "%.*s", (int)(strlen(entry->d_name) - strlen(".json")),
                       entry->d_name);
        if (strcmp(name, after) > 0 && (least[0] == '\0' || strcmp(name, least) < 0))
            memcpy(least, name, sizeof least);
    }
    if (open != NULL)
        (void)closedir(open);
    memcpy(uuid, least, sizeof least);
    return least[0] != '\0';
}

/* ---- writing --------------------------------------------------------------------------------- */

static wm_status add_number(wm_buffer *text, const char *lead, double value)
{
    wm_status status = wm_buffer_puts(text, lead);
    return status == WM_OK ? wm_jcs_append_number(text, value) : status;
}

static wm_status add_item(wm_buffer *text, const wm_screen_item *item, bool is_first)
{
    wm_status status =
        wm_buffer_printf(text, "%s\n {\"item\":\"%s\"", is_first ? "" : ",", item->label);
    if (status == WM_OK)
        status = add_number(text, ",\"last_at\":", floor(item->last_at));
    if (status == WM_OK)
        status = add_number(text, ",\"repeat_s\":", item->repeat_s);
    if (status == WM_OK)
        status = add_number(text, ",\"took_s\":", item->took_s);
    return status == WM_OK ? wm_buffer_puts(text, "}") : status;
}

wm_status wm_screen_state_write(const wm_screen_state *state, const wm_screened_device *device,
                                const wm_screen_item *items, size_t count, wm_error *err)
{
    char path[WM_SCREENED_PATH + 64];
    wm_buffer text = WM_BUFFER_EMPTY;
    bool is_first = true;
    wm_status status = wm_buffer_printf(&text, "{\"schema\":\"%s\",\n\"items\":[", SCHEMA);
    path_of(state, device, path);
    for (size_t i = 0; i < count && status == WM_OK; i++) {
        if (items[i].last_at <= 0)
            continue;
        status = add_item(&text, &items[i], is_first);
        is_first = false;
    }
    if (status == WM_OK)
        status = wm_buffer_puts(&text, "]");
    if (status == WM_OK && !isnan(device->success_at))
        status = add_number(&text, ",\n\"success_at\":", floor(device->success_at));
    if (status == WM_OK)
        status = wm_buffer_puts(&text, "}\n");
    if (status == WM_OK)
        status = wm_replace_file(path, text.data, text.size, err);
    wm_buffer_clear(&text);
    return status;
}
