/* Reads random bytes from the operating system. */
#include "base/random.h"

#include <stdint.h>
#include <stdio.h>

wm_status wm_random_digits(char digits[WM_ID_SIZE])
{
    static const char HEX[] = "0123456789abcdef";
    uint8_t bytes[(WM_ID_SIZE - 1) / 2];
    FILE *file = fopen("/dev/urandom", "rb");
    const size_t count = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    digits[0] = '\0';
    if (file != NULL)
        (void)fclose(file);
    if (count != sizeof bytes)
        return WM_E_IO;
    for (size_t i = 0; i < sizeof bytes; i++) {
        digits[2 * i] = HEX[bytes[i] >> 4];
        digits[2 * i + 1] = HEX[bytes[i] & 15];
    }
    digits[WM_ID_SIZE - 1] = '\0';
    return WM_OK;
}
