/* Student's t distribution, with any number of degrees of freedom.
 *
 * Source: Abramowitz and Stegun, 26.7 (the distribution) and 26.5 (the incomplete beta function).
 */
#ifndef WM_STANDARDS_STUDENT_H
#define WM_STANDARDS_STUDENT_H

/* The probability that t is above a value of at least 0. freedom: above 0, need not be whole. NaN
 * for other arguments. Relative error below 1e-10. */
double wm_student_tail(double value, double freedom);

/* The value that t exceeds with this probability: above 0, below 0.5. NaN for other arguments. */
double wm_student_quantile(double tail, double freedom);

#endif
