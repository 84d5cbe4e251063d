/* Computes Student's t by the continued fraction of the incomplete beta function. */
#include "standards/student.h"

#include <math.h>

/* The continued fraction of I_x(a, b), A&S 26.5.8, by the modified method of Lentz. It converges
 * fast for x < (a + 1) / (a + b + 2). */
static double fraction(double x, double a, double b)
{
    enum { TERMS = 10000 };
    static const double TINY = 1e-300, EXACT = 1e-15;
    double c = 1, d = 1 - (a + b) * x / (a + 1), f;
    d = 1 / (fabs(d) < TINY ? TINY : d);
    f = d;
    for (int m = 1; m <= TERMS; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double step;
        d = 1 + even * d;
        c = 1 + even / c;
        d = 1 / (fabs(d) < TINY ? TINY : d);
        c = fabs(c) < TINY ? TINY : c;
        f *= c * d;
        d = 1 + odd * d;
        c = 1 + odd / c;
        d = 1 / (fabs(d) < TINY ? TINY : d);
        c = fabs(c) < TINY ? TINY : c;
        step = c * d;
        f *= step;
        if (fabs(step - 1) <= EXACT)
            return f;
    }
    return (double)NAN;
}

/* The logarithm of gamma(a + 1/2) / gamma(a). A difference of two large logarithms loses digits, so
 * a large a takes the series, A&S 6.1.47; the next term is below 1e-12. */
static double log_gamma_step(double a)
{
    return a < 100 ? lgamma(a + 0.5) - lgamma(a) : log(a) / 2 - 1 / (8 * a) + 1 / (192 * a * a * a);
}

/* The regularised incomplete beta function I_x(a, 1/2). rest is 1 - x, which may be smaller than
 * the rounding of x. */
static double beta(double x, double rest, double a)
{
    static const double LOG_PI = 1.1447298858494001741, B = 0.5;
    const double power = exp(log_gamma_step(a) - LOG_PI / 2 +
                             a * (rest < x ? log1p(-rest) : log(x)) + B * log(rest));
    if (x <= 0 || rest <= 0)
        return x <= 0 ? 0 : 1;
    return x < (a + 1) / (a + B + 2) ? power * fraction(x, a, B) / a
                                     : 1 - power * fraction(rest, B, a) / B;
}

double wm_student_tail(double value, double freedom)
{
    const double square = value * value;
    if (!(value >= 0 && freedom > 0 && freedom < (double)INFINITY))
        return (double)NAN;
    if (!(square < (double)INFINITY))
        return 0;
    return beta(freedom / (freedom + square), square / (freedom + square), freedom / 2) / 2;
}

double wm_student_quantile(double tail, double freedom)
{
    double low = 0, high = 1;
    if (!(tail > 0 && tail < 0.5 && freedom > 0 && freedom < (double)INFINITY))
        return (double)NAN;
    while (wm_student_tail(high, freedom) > tail) {
        low = high;
        high *= 2;
    }
    for (;;) { /* bisection, until no number is between the ends */
        const double middle = low + (high - low) / 2;
        if (!(middle > low && middle < high))
            return high;
        if (wm_student_tail(middle, freedom) > tail)
            low = middle;
        else
            high = middle;
    }
}
