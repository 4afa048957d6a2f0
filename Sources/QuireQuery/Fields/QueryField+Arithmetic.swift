import Foundation
import SQLPlusPlus

// The result is `nil` if an operand is `nil`, or undefined if a divisor is zero. A comparison with
// an undefined result is not true. Sums and products that are too large for an integer become
// floating-point numbers.

extension QueryField where Value: QueryAddend {
    /// Returns the sum of a property and a constant, or the concatenation of two strings.
    public static func + (left: Self, right: Value.QueryConstant) -> Self {
        left.computed(.add, right)
    }

    /// Returns the sum of a constant and a property, or the concatenation of two strings.
    public static func + (left: Value.QueryConstant, right: Self) -> Self {
        right.computed(left, .add)
    }

    /// Returns the sum of two properties, or the concatenation of two strings.
    public static func + (left: Self, right: Self) -> Self {
        left.computed(.add, right)
    }

    /// Returns the sum of two properties, one of which is optional.
    @_disfavoredOverload
    public static func + <Other: QueryAddend>(
        left: Self, right: QueryField<Root, Other>
    ) -> QueryField<Root, Value.QueryConstant?> where Other.QueryConstant == Value.QueryConstant {
        left.computed(.add, right)
    }
}

extension QueryField where Value: QueryNumber {
    /// Returns the difference of a property and a constant.
    public static func - (left: Self, right: Value.QueryConstant) -> Self {
        left.computed(.subtract, right)
    }

    /// Returns the difference of a constant and a property.
    public static func - (left: Value.QueryConstant, right: Self) -> Self {
        right.computed(left, .subtract)
    }

    /// Returns the difference of two properties.
    public static func - (left: Self, right: Self) -> Self {
        left.computed(.subtract, right)
    }

    /// Returns the difference of two properties, one of which is optional.
    @_disfavoredOverload
    public static func - <Other: QueryAddend>(
        left: Self, right: QueryField<Root, Other>
    ) -> QueryField<Root, Value.QueryConstant?> where Other.QueryConstant == Value.QueryConstant {
        left.computed(.subtract, right)
    }

    /// Returns the product of a property and a constant.
    public static func * (left: Self, right: Value.QueryConstant) -> Self {
        left.computed(.multiply, right)
    }

    /// Returns the product of a constant and a property.
    public static func * (left: Value.QueryConstant, right: Self) -> Self {
        right.computed(left, .multiply)
    }

    /// Returns the product of two properties.
    public static func * (left: Self, right: Self) -> Self {
        left.computed(.multiply, right)
    }

    /// Returns the product of two properties, one of which is optional.
    @_disfavoredOverload
    public static func * <Other: QueryAddend>(
        left: Self, right: QueryField<Root, Other>
    ) -> QueryField<Root, Value.QueryConstant?> where Other.QueryConstant == Value.QueryConstant {
        left.computed(.multiply, right)
    }

    /// Returns the quotient of a property and a constant.
    ///
    /// The quotient of integers is rounded toward zero. It is undefined if the divisor is zero.
    public static func / (left: Self, right: Value.QueryConstant) -> Self {
        left.computed(.divide, right)
    }

    /// Returns the quotient of a constant and a property.
    ///
    /// The quotient of integers is rounded toward zero. It is undefined if the divisor is zero.
    public static func / (left: Value.QueryConstant, right: Self) -> Self {
        right.computed(left, .divide)
    }

    /// Returns the quotient of two properties.
    ///
    /// The quotient of integers is rounded toward zero. It is undefined if the divisor is zero.
    public static func / (left: Self, right: Self) -> Self {
        left.computed(.divide, right)
    }

    /// Returns the quotient of two properties, one of which is optional.
    ///
    /// The quotient of integers is rounded toward zero. It is undefined if the divisor is zero.
    @_disfavoredOverload
    public static func / <Other: QueryAddend>(
        left: Self, right: QueryField<Root, Other>
    ) -> QueryField<Root, Value.QueryConstant?> where Other.QueryConstant == Value.QueryConstant {
        left.computed(.divide, right)
    }

    /// Returns the negative of a property.
    public static prefix func - (field: Self) -> Self {
        field.computed { operand throws(QuireError) in try operand.negated() }
    }
}

extension QueryField where Value: QueryNumber, Value.QueryConstant: BinaryInteger {
    /// Returns the remainder of a division by a constant.
    ///
    /// It has the sign of the left operand, and is undefined if the right one is zero.
    public static func % (left: Self, right: Value.QueryConstant) -> Self {
        left.computed(.remainder, right)
    }

    /// Returns the remainder of a division of a constant.
    ///
    /// It has the sign of the left operand, and is undefined if the right one is zero.
    public static func % (left: Value.QueryConstant, right: Self) -> Self {
        right.computed(left, .remainder)
    }

    /// Returns the remainder of a division of two properties.
    ///
    /// It has the sign of the left operand, and is undefined if the right one is zero.
    public static func % (left: Self, right: Self) -> Self {
        left.computed(.remainder, right)
    }

    /// Returns the remainder of a division of two properties, one of which is optional.
    ///
    /// It has the sign of the left operand, and is undefined if the right one is zero.
    @_disfavoredOverload
    public static func % <Other: QueryAddend>(
        left: Self, right: QueryField<Root, Other>
    ) -> QueryField<Root, Value.QueryConstant?> where Other.QueryConstant == Value.QueryConstant {
        left.computed(.remainder, right)
    }
}

extension QueryField where Value: QueryAddend {
    /// Returns the result of an operation on this field and another one.
    fileprivate func computed<Other: QueryAddend, Computed>(
        _ operation: ArithmeticOperation, _ other: QueryField<Root, Other>
    ) -> QueryField<Root, Computed> {
        QueryField<Root, Computed>(
            operand.flatMap { left in
                other.operand.flatMap { right in
                    Result { () throws(QuireError) in
                        try operation.source(left, right, constantType: Value.QueryConstant.self)
                    }
                }
            })
    }

    /// Returns the result of an operation on this field and a constant.
    fileprivate func computed(
        _ operation: ArithmeticOperation, _ constant: Value.QueryConstant
    ) -> QueryField {
        QueryField(
            operand.flatMap { left in
                Result { () throws(QuireError) in
                    try operation.source(
                        left, FieldOperand(arithmetic: constant),
                        constantType: Value.QueryConstant.self)
                }
            })
    }

    /// Returns the result of an operation on a constant and this field.
    fileprivate func computed(
        _ constant: Value.QueryConstant, _ operation: ArithmeticOperation
    ) -> QueryField {
        QueryField(
            operand.flatMap { right in
                Result { () throws(QuireError) in
                    try operation.source(
                        FieldOperand(arithmetic: constant), right,
                        constantType: Value.QueryConstant.self)
                }
            })
    }
}
