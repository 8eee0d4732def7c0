#pragma once

namespace banker {

// Elementary functions with the same bits on every CPU. The C library picks variants by CPU (with and
// without fused multiply-add), so a log written on one machine would not replay on another. Built from
// + - * / and sqrt only; within a few ulps of the true value (tests/core/elementary_test.cpp).

double log(double x);    // natural logarithm; -inf at 0, NaN below
double log1p(double x);  // ln(1 + x), x > -1
double exp(double x);    // 0 below -745.2
double expm1(double x);  // e^x - 1

// e^-y - 1 + y >= 0, without cancellation. About y^2/2 for small y.
double excess_exp(double y);
// r - ln(1 + r) >= 0 for r > -1, without cancellation. About r^2/2 for small r.
double excess_log(double r);

}  // namespace banker
