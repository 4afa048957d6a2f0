import Foundation

/// A type that is stored as a single value: nothing inside of it has a key of its own.
///
/// The types that have it are those that encode themselves otherwise, or that would ask a recorder to
/// encode them once more, without end.
protocol WholeValue {}

extension Bool: WholeValue {}
extension String: WholeValue {}
extension Double: WholeValue {}
extension Float: WholeValue {}
extension Int: WholeValue {}
extension Int8: WholeValue {}
extension Int16: WholeValue {}
extension Int32: WholeValue {}
extension Int64: WholeValue {}
extension Int128: WholeValue {}
extension UInt: WholeValue {}
extension UInt8: WholeValue {}
extension UInt16: WholeValue {}
extension UInt32: WholeValue {}
extension UInt64: WholeValue {}
extension UInt128: WholeValue {}
extension Date: WholeValue {}
extension Data: WholeValue {}
extension URL: WholeValue {}
extension UUID: WholeValue {}
extension Decimal: WholeValue {}
extension DocumentID: WholeValue {}
extension Blob: WholeValue {}

/// A type all of whose keys are its own, even those that are not there.
protocol WholeDictionary {}

extension Dictionary: WholeDictionary {}
