import Quire

// In Couchbase Lite, these protocols have subscripts that return fragments. Rows of Quire's queries
// have other subscripts, so Quire's protocols cannot have those of Couchbase Lite.

/// A type with values by key: documents, dictionaries and rows of queries.
///
/// ```swift
/// func title(of hotel: any DictionaryProtocol) -> String {
///     hotel["name"].string ?? hotel.toJSON()
/// }
/// ```
public protocol DictionaryProtocol: Quire.DictionaryProtocol, DictionaryFragment {
    /// Returns the values as a JSON object.
    ///
    /// - Returns: The JSON.
    func toJSON() -> String
}

/// A type with values by index: arrays and rows of queries.
///
/// ```swift
/// func firstLike(in likes: any ArrayProtocol) -> String? {
///     likes[0].string
/// }
/// ```
public protocol ArrayProtocol: Quire.ArrayProtocol, ArrayFragment {
    /// Returns the values as JSON.
    ///
    /// - Returns: The JSON.
    func toJSON() -> String
}

/// A type with values by key that can be changed.
///
/// ```swift
/// func raiseRate(of hotel: any MutableDictionaryProtocol) {
///     hotel["rate"].int += 10
/// }
/// ```
public protocol MutableDictionaryProtocol: DictionaryProtocol, Quire.MutableDictionaryProtocol,
    MutableDictionaryFragment
{}

/// A type with values by index that can be changed.
///
/// ```swift
/// func add(_ like: String, to likes: any MutableArrayProtocol) {
///     likes.addString(like)
/// }
/// ```
public protocol MutableArrayProtocol: ArrayProtocol, Quire.MutableArrayProtocol,
    MutableArrayFragment
{}

extension Document: DictionaryProtocol {}
extension DictionaryObject: DictionaryProtocol {}
extension ArrayObject: ArrayProtocol {}
extension MutableDocument: MutableDictionaryProtocol {}
extension MutableDictionaryObject: MutableDictionaryProtocol {}
extension MutableArrayObject: MutableArrayProtocol {}
