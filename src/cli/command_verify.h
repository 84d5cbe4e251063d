/* The options of `verify` and its row of the table of commands. Only command.c includes this file,
 * which has the macros for rows; it is as long as a file may be. */
#ifndef WM_CLI_COMMAND_VERIFY_H
#define WM_CLI_COMMAND_VERIFY_H

static const wm_option VERIFY[] = {
    WORD(NULL, "--a", "FILE", "@file", "A, m x k: raw numbers row by row, or a .npy file"),
    WORD(NULL, "--b", "FILE", "@file", "B, k x n"),
    WORD(NULL, "--c", "FILE", "@file", "the product C, m x n"),
    WORD(NULL, "--format", "VARIANT", "fp16 bf16 tf32 fp8 fp8_fast f32 f64 int8",
         "the variant of gemm, which fixes the types of the numbers: `witnessmark list`"),
    WORD(NULL, "--shape", "MxNxK", NULL, "the sizes; .npy files have them"),
    FLAG(NULL, "--transpose-a", "the file of A holds its transpose, k x m"),
    FLAG(NULL, "--transpose-b", "the file of B holds its transpose, n x k"),
    WORD(NULL, "--alpha", "X", NULL, "C is X A B; else 1"),
    WORD(NULL, "--beta", "X", NULL, "C has X C0 added; else 0"),
    WORD(NULL, "--c0", "FILE", "@file", "C0, m x n, what C held before the product"),
    WORD(NULL, "--bias", "FILE", "@file", "n numbers of C's type that are added to each row"),
    NUMBER(
        "--batch", 1, 1000000,
        "the files hold N matrices, one after another. A, B or C0 of one matrix is used N times"),
    THREADS("threads; else one for each processor"),
    FLAG(NULL, "--calibrate", "also compute every element, which takes as long as a product"),
    JSON("one JSON object"),
    HELP,
};

#define VERIFY_ROW                                                                                 \
    {                                                                                              \
        "verify", wm_cmd_verify, "check a matrix product that is in files",                        \
            "witnessmark verify --a FILE --b FILE --c FILE --format VARIANT [--shape MxNxK]\n"     \
            "                          [OPTIONS]",                                                 \
            "Checks C = alpha A B + beta C0 + bias in less time than a product takes, without a "  \
            "record. "                                                                             \
            "Residuals under random probes find rows that are off. Their elements are computed "   \
            "again, "                                                                              \
            "and an element decides. Products of small integers are checked exactly. Where "       \
            "rounding "                                                                            \
            "could hide any error, the answer is `not judged`. docs/verify.md says what is seen.", \
            "exit status:\n"                                                                       \
            "  0  right\n"                                                                         \
            "  1  wrong: the element, as found and as recomputed\n"                                \
            "  2  trouble\n"                                                                       \
            "  3  not judged: NaN or infinities in the data, or a bound that is too wide\n"        \
            "\n"                                                                                   \
            "example: witnessmark verify --a a.npy --b b.npy --c c.npy --format fp16",             \
            NULL, OPTIONS(VERIFY, 20)                                                              \
    }

#endif
