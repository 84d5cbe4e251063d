/* Fuzzes the reading of archives: any bytes give a record's folder or an error, and leave nothing
 * behind. */
#include "fuzz.h"

#include "archive/spool.h"
#include "base/buffer.h"
#include "sealed.h"

#include <sys/stat.h>
#include <unistd.h>

/* Unpacks one record, or several. */
static void unpack(const char *path, size_t most)
{
    const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    wm_spool spool;
    wm_error err = {WM_OK, "", ""};
    struct stat about;
    if (wm_spool_open(base, path, most, &spool, &err) != WM_OK) {
        FUZZ_CHECK(err.message[0] != '\0');
        return;
    }
    FUZZ_CHECK(stat(spool.path, &about) == 0);
    FUZZ_CHECK(spool.records.count <= most && (most > 1 || spool.records.count == 0));
    for (size_t i = 0; i < spool.records.count; i++) {
        char record[sizeof spool.path + 40];
        (void)snprintf(record, sizeof record, "%s/%zu/evidence.jsonl", spool.path, i);
        FUZZ_CHECK(stat(record, &about) == 0);
    }
    wm_spool_close(&spool);
    FUZZ_CHECK(stat(spool.path, &about) != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_buffer bytes = WM_BUFFER_EMPTY;
    char path[SEALED_PATH];
    FUZZ_CHECK(size == 0 || wm_buffer_append(&bytes, (const char *)data, size) == WM_OK);
    const int file = sealed_file(&bytes, path);
    unpack(path, 1);
    unpack(path, WM_TAR_RECORDS);
    (void)close(file);
    wm_buffer_clear(&bytes);
    return 0;
}
