import Fleece
import Synchronization

/// A type that declares what a key has that is missing in a document.
///
/// Swift's own `Codable` takes no notice of `var stars = 3`: a document of an older version of an app,
/// which has no `stars`, cannot be decoded. A type that says what its properties are by default can:
///
/// ```swift
/// struct Hotel: DocumentModel, DefaultsProviding {
///     @DocumentID var id: String?
///     var name = ""
///     var stars = 3
///     var address = Address()
///
///     static var defaults: Hotel { Hotel() }
///     static var requiredKeys: Set<String> { ["name"] }
/// }
/// ```
///
/// A default stands in where the type asks for a key that must be there and is not; null is not
/// missing, and an optional property without a key is `nil` as ever. It works for models and for values
/// inside of models and of their arrays, wherever ``DocumentDecoder`` is at work. A filter sees what is
/// stored: it does not know of defaults, until the model is saved.
public protocol DefaultsProviding: Codable {
    /// A value whose properties are the defaults.
    ///
    /// It is asked for once and kept, so it is no place for a new UUID or the time.
    static var defaults: Self { get }

    /// The keys that have no default: a document without one of them does not fit the type.
    ///
    /// By default there are none.
    static var requiredKeys: Set<String> { get }
}

extension DefaultsProviding {
    /// All keys have defaults.
    public static var requiredKeys: Set<String> { [] }
}

/// The defaults that types declare, in their stored form.
enum DeclaredDefaults {
    private static let cache = Mutex<[ObjectIdentifier: FleeceDictionary?]>([:])

    /// The default of a key.
    ///
    /// - Parameters:
    ///   - key: The key, as the type itself spells it.
    ///   - type: Any type.
    /// - Returns: The default, or `nil` if the type declares none.
    static func value(for key: String, of type: Any.Type) -> FleeceValue? {
        guard let type = type as? any DefaultsProviding.Type, !type.requiredKeys.contains(key)
        else {
            return nil
        }
        return body(of: type)?[key]
    }

    private static func body<T: DefaultsProviding>(of type: T.Type) -> FleeceDictionary? {
        let identifier = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[identifier] }) { return known }
        // No lock is held here: the type's own code runs.
        let body = (try? DocumentEncoder().encodeToFleece(T.defaults))?.rootDictionary
        cache.withLock { $0[identifier] = .some(body) }
        return body
    }
}
