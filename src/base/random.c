/* Reads random bytes from the operating system. */
#define _POSIX_C_SOURCE 200809L

#include "base/random.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

/* Fills the bytes; false where the file has ended or cannot be read. */
static bool read_bytes(int file, uint8_t *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t got = read(file, bytes, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}

wm_status wm_random_digits(char digits[WM_ID_SIZE])
{
    static const char HEX[] = "0123456789abcdef";
    uint8_t bytes[(WM_ID_SIZE - 1) / 2];
    const int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    const bool is_read = file >= 0 && read_bytes(file, bytes, sizeof bytes);
    digits[0] = '\0';
    if (file >= 0)
        (void)close(file);
    if (!is_read)
        return WM_E_IO;
    for (size_t i = 0; i < sizeof bytes; i++) {
        digits[2 * i] = HEX[bytes[i] >> 4];
        digits[2 * i + 1] = HEX[bytes[i] & 15];
    }
    digits[WM_ID_SIZE - 1] = '\0';
    return WM_OK;
}
