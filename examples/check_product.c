/* Multiplies two matrices, checks the product, breaks one element, and checks again.
 *
 *     check_product
 *
 * Exit status: 0 where the first product is right and the second is wrong, else 1; 2 trouble. */
#include <witnessmark.h>

#include <stdio.h>

enum { M = 40, N = 50, K = 60 };

static float A[M * K], B[K * N], C[M * N];

static void multiply(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            C[i * N + j] = 0;
            for (int l = 0; l < K; l++)
                C[i * N + j] += A[i * K + l] * B[l * N + j];
        }
}

/* The answer; -1: trouble. */
static int check(void)
{
    wm_matrix_product product = WM_MATRIX_PRODUCT_INIT;
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    wm_error err;
    product.variant = "f32";
    product.m = M;
    product.n = N;
    product.k = K;
    product.a.data = A;
    product.b.data = B;
    product.c.data = C;
    if (wm_product_check(&product, &report, &err) != WM_OK) {
        fprintf(stderr, "check_product: %s\n", err.message);
        return -1;
    }
    if (report.answer == WM_PRODUCT_RIGHT)
        printf("right\n");
    else if (report.answer == WM_PRODUCT_NOT_JUDGED)
        printf("not judged: %s\n", report.reason);
    else
        printf("wrong: row %llu, column %llu: found %.9g, recomputed %.9g\n",
               (unsigned long long)report.row, (unsigned long long)report.column, report.found,
               report.recomputed);
    return report.answer;
}

int main(void)
{
    int first, second;
    for (int e = 0; e < M * K; e++)
        A[e] = (float)(e % 17) / 7 - 1;
    for (int e = 0; e < K * N; e++)
        B[e] = (float)(e % 23) / 9 - 1;
    multiply();
    first = check();
    C[12 * N + 34] = -C[12 * N + 34];
    second = check();
    if (first < 0 || second < 0)
        return 2;
    return first == WM_PRODUCT_RIGHT && second == WM_PRODUCT_WRONG ? 0 : 1;
}
