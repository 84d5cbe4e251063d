/* The folder of a sweep: DIR/NODE.tar.gz, DIR/NODE.exit. */
#ifndef WM_CLI_FLEET_FOLDER_H
#define WM_CLI_FLEET_FOLDER_H

#include "cli/ticker.h"
#include "model/fleet.h"

/* Adds the nodes of which the folder has a record, an exit status or an unfinished run. Errors:
 * OPEN, NOMEM, LIMIT. */
WM_MUST_CHECK wm_status wm_fleet_folder_names(const char *path, wm_node_list *names, wm_error *err);

/* Reads the records and exit statuses of all expected nodes, in threads. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_fleet_folder_read(const char *path, unsigned jobs, wm_ticker *ticker,
                                             wm_fleet *fleet);

#endif
