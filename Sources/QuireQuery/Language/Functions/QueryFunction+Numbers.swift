// The functions for numbers. Each is one entry.
extension QueryFunction {
    static let numbers: [QueryFunction] = [
        QueryFunction("ABS(number)", "The absolute value.", by: .function("abs")),
        QueryFunction("ACOS(number)", "The arc cosine in radians.", by: .function("quire_acos")),
        QueryFunction("ASIN(number)", "The arc sine in radians.", by: .function("quire_asin")),
        QueryFunction("ATAN(number)", "The arc tangent in radians.", by: .function("quire_atan")),
        QueryFunction(
            "ATAN2(y, x)", "The angle of the point (x, y) in radians.",
            by: .function("quire_atan2")),
        QueryFunction(
            "CEIL(number)", "The lowest integer that is not less.", by: .function("ceil")),
        QueryFunction(
            "COS(radians)", "The cosine of an angle in radians.", by: .function("quire_cos")),
        QueryFunction(
            "DEGREES(radians)", "An angle in degrees.", by: .function("quire_degrees")),
        QueryFunction(
            "DIV(x, y)", "The quotient as a floating-point number.", by: .function("div")),
        QueryFunction(
            "E()", "The base of natural logarithms.",
            by: .constant(2.718281828459045, "2.718281828459045")),
        QueryFunction("EXP(number)", "*e* to this power.", by: .function("quire_exp")),
        QueryFunction(
            "FLOOR(number)", "The greatest integer that is not greater.", by: .function("floor")),
        QueryFunction(
            "GREATEST(x, y, …)", "The greatest of values of any type.",
            by: .function("quire_greatest"), dictionaries: .ofArguments),
        QueryFunction(
            "IDIV(x, y)", "The integer part of the quotient of the integer parts.",
            by: .function("quire_idiv")),
        QueryFunction(
            "LEAST(x, y, …)", "The least of values of any type.",
            by: .function("quire_least"), dictionaries: .ofArguments),
        QueryFunction("LN(number)", "The natural logarithm.", by: .function("quire_ln")),
        QueryFunction("LOG(number)", "The logarithm to base 10.", by: .function("quire_log")),
        QueryFunction(
            "PI()", "The ratio of a circle's circumference to its diameter.",
            by: .constant(.pi, "3.141592653589793")),
        QueryFunction(
            "POWER(base, exponent)", "The base to the power of the exponent.",
            by: .function("quire_power")),
        QueryFunction(
            "RADIANS(degrees)", "An angle in radians.", by: .function("quire_radians")),
        QueryFunction(
            "ROUND(number, [digits])", "The number rounded to decimal places, half away from zero.",
            by: .function("quire_round")),
        QueryFunction(
            "ROUND_EVEN(number, [digits])", "The number rounded to decimal places, half to even.",
            by: .function("quire_round_even")),
        QueryFunction(
            "SIGN(number)", "-1, 0 or 1, depending on the sign.", by: .function("quire_sign")),
        QueryFunction(
            "SIN(radians)", "The sine of an angle in radians.", by: .function("quire_sin")),
        QueryFunction("SQRT(number)", "The square root.", by: .function("sqrt")),
        QueryFunction(
            "TAN(radians)", "The tangent of an angle in radians.", by: .function("quire_tan")),
        QueryFunction(
            "TRUNC(number, [digits])", "The number rounded to decimal places, toward zero.",
            by: .function("quire_trunc")),
    ]

    static let decimals: [QueryFunction] = [
        QueryFunction(
            "DECIMAL_AVG(array)", "The average of an array of decimals.",
            by: .function("quire_decimal_avg")),
        QueryFunction(
            "DECIMAL_KEY(decimal)", "A string that has the order of the number.",
            by: .function("quire_decimal_key")),
        QueryFunction(
            "DECIMAL_SUM(array)", "The exact sum of an array of decimals.",
            by: .function("quire_decimal_sum")),
        QueryFunction(
            "DECIMAL_VALUE(decimal)", "The number of a decimal or of a key.",
            by: .function("quire_decimal_value")),
    ]

    static let unsigned: [QueryFunction] = [
        QueryFunction("UNSIGNED_ADD(x, y)", "The sum.", by: .function("quire_unsigned_add")),
        QueryFunction(
            "UNSIGNED_AVG(array)", "The average of an array.", by: .function("quire_unsigned_avg")),
        QueryFunction(
            "UNSIGNED_DIVIDE(x, y)", "The integer part of the quotient.",
            by: .function("quire_unsigned_divide")),
        QueryFunction(
            "UNSIGNED_MULTIPLY(x, y)", "The product.", by: .function("quire_unsigned_multiply")),
        QueryFunction(
            "UNSIGNED_REMAINDER(x, y)", "The remainder of the quotient.",
            by: .function("quire_unsigned_remainder")),
        QueryFunction(
            "UNSIGNED_SUBTRACT(x, y)", "The difference.", by: .function("quire_unsigned_subtract")),
        QueryFunction(
            "UNSIGNED_SUM(array)", "The sum of an array.", by: .function("quire_unsigned_sum")),
    ]
}
