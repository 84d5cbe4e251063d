/* Answers as a libarchive that was built without liblzma: for xz it would start a program. */
#include <archive.h>

int archive_read_support_filter_xz(struct archive *archive)
{
    (void)archive;
    return ARCHIVE_WARN;
}

int archive_write_add_filter_xz(struct archive *archive)
{
    (void)archive;
    return ARCHIVE_WARN;
}
