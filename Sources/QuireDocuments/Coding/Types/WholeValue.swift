import Foundation

/// A type whose values are single values: they contain no keys of a model.
///
/// Conforming types are stored differently than their `encode(to:)` defines, or would pass
/// themselves to a key-capturing encoder again and cause an infinite recursion.
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
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: WholeValue {}
extension UInt: WholeValue {}
extension UInt8: WholeValue {}
extension UInt16: WholeValue {}
extension UInt32: WholeValue {}
extension UInt64: WholeValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: WholeValue {}
extension Date: WholeValue {}
extension Data: WholeValue {}
extension URL: WholeValue {}
extension UUID: WholeValue {}
extension Decimal: WholeValue {}
extension DocumentID: WholeValue {}
extension Blob: WholeValue {}

/// A type whose keys are data, so that its values can contain any key.
///
/// If a stored key is missing in a new value, the model has removed it.
package protocol WholeDictionary {}

extension Dictionary: WholeDictionary {}
