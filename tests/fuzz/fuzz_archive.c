/* Fuzzes the reading of archives: any bytes give a record's folder or an error, and leave nothing
 * behind. */
#include "fuzz.h"

#include "archive/spool.h"
#include "base/buffer.h"
#include "sealed.h"

#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    wm_buffer bytes = WM_BUFFER_EMPTY;
    wm_spool spool;
    wm_error err = {WM_OK, "", ""};
    char path[SEALED_PATH];
    struct stat about;
    FUZZ_CHECK(size == 0 || wm_buffer_append(&bytes, (const char *)data, size) == WM_OK);
    const int file = sealed_file(&bytes, path);
    if (wm_spool_open(base, path, &spool, &err) == WM_OK) {
        FUZZ_CHECK(stat(spool.path, &about) == 0);
        wm_spool_close(&spool);
        FUZZ_CHECK(stat(spool.path, &about) != 0);
    } else {
        FUZZ_CHECK(err.message[0] != '\0');
    }
    (void)close(file);
    wm_buffer_clear(&bytes);
    return 0;
}
