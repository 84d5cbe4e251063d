/* Counts how often a command, or a process below it, was seen stopped. */
#ifndef WM_STUDY_WRAP_STOPS_H
#define WM_STUDY_WRAP_STOPS_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { WM_WRAP_STOPS_PROCESSES = 1024 }; /* that one look sees */

/* The stops of a run. */
typedef struct wm_wrap_stops {
    unsigned count;
    const char *reason; /* why others may have been missed; NULL: none was hidden; static text */
    pid_t command;
    bool is_stopped; /* the command, now */
    /* the looks for processes below it */
    uint64_t due_ns;   /* of the next one, or of its next step */
    uint64_t last_ns;  /* when one ended */
    uint64_t spent_ns; /* on the one in progress */
    pid_t process[WM_WRAP_STOPS_PROCESSES];
    size_t known, next;       /* processes that it found, and the one that it is at */
    DIR *threads;             /* of that one; NULL: its state was not read yet */
    bool sees_stop, saw_stop; /* this one, the one before */
    unsigned counted;         /* until the one before ended */
} wm_wrap_stops;

/* Sees whether /proc lists what is below a process. Before the command starts. */
void wm_wrap_stops_begin(wm_wrap_stops *stops);

/* Sets the command, which began at this monotonic time. */
void wm_wrap_stops_follow(wm_wrap_stops *stops, pid_t command, uint64_t begin_ns);

/* Takes what the kernel tells of the command's stops. */
void wm_wrap_stops_notice(wm_wrap_stops *stops);

/* Takes the next step of a look if it is due. Cost: some 20 us. */
void wm_wrap_stops_look(wm_wrap_stops *stops, uint64_t now_ns);

/* Ends the looks with the command, and releases what one holds. */
void wm_wrap_stops_end(wm_wrap_stops *stops, uint64_t now_ns);

#endif
