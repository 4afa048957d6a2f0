package import Fleece
import QuirePlatform

/// A type with default values for keys that are missing in a document.
///
/// The synthesized `Codable` conformance ignores the initial value in `var stars = 3`. It cannot
/// decode a document that an older version of an app has stored without `stars`. A type that
/// declares its default values can decode such a document:
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
/// The decoder uses a default value if a key is missing and the property is not optional. It does
/// not use a default value for a key whose value is null. An optional property without a key is
/// `nil`.
///
/// Defaults apply to models and to values inside models and their arrays, whenever
/// ``DocumentDecoder`` decodes them. Typed queries use them too: a filter, an order, a sum, a group,
/// a selected property or a patch has the default value where the key is missing, so it agrees with
/// the decoded models. An order by a property with a default value cannot use an index, unless the
/// key is in ``requiredKeys``. A sweep writes the default values that documents lack.
public protocol DefaultsProviding: Codable {
    /// A value whose properties have their default values.
    ///
    /// Quire keeps the value and uses it for all documents. Do not use values that differ each
    /// time, such as a new UUID or the current time.
    static var defaults: Self { get }

    /// The keys without a default value.
    ///
    /// A document without one of these keys cannot be decoded, unless the property is optional. The
    /// default implementation returns an empty set.
    static var requiredKeys: Set<String> { get }
}

extension DefaultsProviding {
    /// An empty set: all keys have default values.
    public static var requiredKeys: Set<String> { [] }
}

/// The declared default values of types, encoded as document bodies.
package enum DeclaredDefaults {
    private static let cache = Mutex<[ObjectIdentifier: FleeceDictionary?]>([:])

    /// Returns the default value of a key.
    ///
    /// - Parameters:
    ///   - key: The key as in the type's coding keys, before a key strategy changes it.
    ///   - type: Any type.
    /// - Returns: The encoded default value, or `nil` if the type declares none for the key. If
    ///   ``DefaultsProviding/defaults`` cannot be encoded, no key has a default value.
    package static func value(for key: String, of type: Any.Type) -> FleeceValue? {
        guard let type = type as? any DefaultsProviding.Type, !type.requiredKeys.contains(key)
        else {
            return nil
        }
        return body(of: type)?[key]
    }

    /// Returns whether a type declares a default value for a key, by the key's name in documents.
    package static func containValue(
        stored key: String, of type: Any.Type, _ strategy: KeyStrategy
    ) -> Bool {
        guard let type = type as? any DefaultsProviding.Type, let body = body(of: type) else {
            return false
        }
        return body.keys.contains { strategy.stored($0) == key && !type.requiredKeys.contains($0) }
    }

    private static func body<T: DefaultsProviding>(of type: T.Type) -> FleeceDictionary? {
        let identifier = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[identifier] }) { return known }
        // The lock is not held here, because code of the type runs.
        let body = (try? DocumentEncoder(keys: .asIs).encodeToFleece(T.defaults))?.rootDictionary
        cache.withLock { $0[identifier] = .some(body) }
        return body
    }
}
