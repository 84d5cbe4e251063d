/* Opens the standard descriptors that are closed. */
#include "cli/standard_files.h"

#include "record/tables/exit_status.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

void wm_standard_files_open(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        const int direction = file == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        /* The lowest free descriptor is this one: those below it are open. */
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", direction) != file)
            _Exit(WM_EXIT_TROUBLE);
    }
}
