/* Reads the quota of processor time of this process's control groups.
 *
 * A group with a quota runs for a part of each period and then waits, so a rate is that of the
 * part. A quota of a group holds for all groups below it: the least one counts. In a container the
 * path of a group may not exist, and the folder of all groups is the container's own. */
#include "measure/facts/cpu_quota.h"

#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_line.h"

enum { PATH_SIZE = 1024, TEXT_SIZE = 8192 };

/* Reads a file of a group. */
static bool read_file(const char *folder, const char *name, char line[64])
{
    char path[PATH_SIZE + 32];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return wm_file_line_read(path, NULL, line, 64);
}

/* The quota of one group; infinite if it has none. */
static double quota_of(const char *folder)
{
    char line[64], period[64];
    double quota_us, period_us;
    if (read_file(folder, "cpu.max", line)) {
        if (sscanf(line, "%lf %lf", &quota_us, &period_us) == 2 && quota_us > 0 && period_us > 0)
            return quota_us / period_us;
    } else if (read_file(folder, "cpu.cfs_quota_us", line) &&
               read_file(folder, "cpu.cfs_period_us", period)) {
        quota_us = strtod(line, NULL);
        period_us = strtod(period, NULL);
        if (quota_us > 0 && period_us > 0) /* -1: none */
            return quota_us / period_us;
    }
    return (double)INFINITY;
}

/* The least quota of a group and of those above it, up to the folder of a hierarchy. */
static double least_quota(const char *hierarchy, const char *group)
{
    char path[PATH_SIZE];
    const size_t top = strlen(hierarchy);
    double least = (double)INFINITY;
    const int size = snprintf(path, sizeof path, "%s%s", hierarchy, group);
    if (size < 0 || (size_t)size >= sizeof path)
        return quota_of(hierarchy);
    for (char *end = path + size; end != NULL && end >= path + top; end = strrchr(path, '/')) {
        *end = '\0';
        least = fmin(least, quota_of(path));
    }
    return least;
}

/* Whether a list of controllers, separated by commas, has the processors'. */
static bool has_cpu(const char *controllers)
{
    for (const char *at = controllers; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, "cpu", 3) == 0 && (at[3] == ',' || at[3] == '\0'))
            return true;
    }
    return false;
}

/* The least quota by one line of /proc/self/cgroup, `ID:CONTROLLERS:PATH`. */
static double quota_by_line(const char *groups, char *line)
{
    char hierarchy[PATH_SIZE];
    char *controllers = strchr(line, ':'), *path;
    if (controllers == NULL || (path = strchr(++controllers, ':')) == NULL)
        return (double)INFINITY;
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    if (controllers[0] == '\0') /* the unified hierarchy */
        return least_quota(groups, path);
    if (!has_cpu(controllers))
        return (double)INFINITY;
    (void)snprintf(hierarchy, sizeof hierarchy, "%.500s/%.500s", groups, controllers);
    return least_quota(hierarchy, path);
}

/* Reads a file as a text. It takes no memory: for want of it a quota would look like none. */
static bool read_text(const char *path, char *text, size_t size)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t used = 0;
    ssize_t got = 1;
    while (file >= 0 && got > 0 && used + 1 < size) {
        got = read(file, text + used, size - 1 - used);
        used += got > 0 ? (size_t)got : 0;
    }
    text[used] = '\0';
    if (file >= 0)
        (void)close(file);
    return file >= 0;
}

double wm_cpu_quota_read(const char *proc, const char *groups, const char **reason)
{
    char path[PATH_SIZE], text[TEXT_SIZE], *rest = text;
    double least = (double)INFINITY;
    (void)snprintf(path, sizeof path, "%.1000s/self/cgroup", proc);
    *reason = read_text(path, text, sizeof text) ? "no quota" : "no /proc/self/cgroup";
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n"))
        least = fmin(least, quota_by_line(groups, line));
    if (!(least < (double)INFINITY))
        return (double)NAN;
    *reason = NULL;
    return least;
}
