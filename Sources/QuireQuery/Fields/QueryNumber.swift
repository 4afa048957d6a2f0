import Foundation

/// A type whose values can be added in queries: a number or a string, or an optional one.
///
/// ```swift
/// print(try good.filter { $0.roomRate / 2 + 10 < 80 }.count())
/// ```
public protocol QueryAddend {
    /// The type of the constants in an expression, which is not optional.
    associatedtype QueryConstant: Encodable = Self
}

/// A type whose values are numbers in queries.
///
/// The integer types, `Double`, `Float` and their optional types conform to it. `Decimal` does not,
/// because the result of its arithmetic would not be exact. A type that wraps a number and is
/// stored as this number can conform to it:
///
/// ```swift
/// struct Percentage: RawRepresentable, Codable, QueryNumber {
///     var rawValue: Int
/// }
/// ```
public protocol QueryNumber: QueryAddend {}

extension Int: QueryNumber {}
extension Int8: QueryNumber {}
extension Int16: QueryNumber {}
extension Int32: QueryNumber {}
extension Int64: QueryNumber {}
extension UInt: QueryNumber {}
extension UInt8: QueryNumber {}
extension UInt16: QueryNumber {}
extension UInt32: QueryNumber {}
extension UInt64: QueryNumber {}
extension Double: QueryNumber {}
extension Float: QueryNumber {}
extension String: QueryAddend {}

extension Optional: QueryAddend where Wrapped: QueryAddend {
    /// The type of the constants in an expression.
    public typealias QueryConstant = Wrapped.QueryConstant
}

extension Optional: QueryNumber where Wrapped: QueryNumber {}
