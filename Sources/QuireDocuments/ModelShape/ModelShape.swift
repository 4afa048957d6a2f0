package import Fleece
import QuirePlatform
package import SQLPlusPlus

/// Information about the stored form of a type.
///
/// All facts are determined from samples of the type, which are decoded and encoded again, so they
/// reflect the type's own coding. There is one shape for each type and position: at the top level
/// of a document, a ``DocumentID`` is outside the body, but in a nested value it is a string.
/// Samples are coded with the strategies of models in repositories.
package final class ModelShape: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let isRoot: Bool
        let keys: KeyStrategy
    }

    /// The facts that have been determined so far.
    private struct Facts: Sendable {
        var identityProperty: DocumentIDProperty?
        var locations: [Property: Result<Location, QuireError>] = [:]
        var completions: [PropertyPath: [FleeceValue?]] = [:]
        var others: [ObjectIdentifier: any Sendable] = [:]
    }

    /// A property of the type.
    ///
    /// The initializer requires a Sendable key path, which the type `AnyKeyPath` cannot express. A
    /// key path never changes, so no lock is needed.
    private struct Property: Hashable, @unchecked Sendable {
        private let keyPath: AnyKeyPath

        init<Root, Value>(_ keyPath: any KeyPath<Root, Value> & Sendable) {
            self.keyPath = keyPath
        }
    }

    private static let cache = Mutex<[Key: ModelShape]>([:])

    /// Whether values of the type are at the top level of a document.
    let isRoot: Bool
    /// The strategy for keys of the whole model.
    package let keys: KeyStrategy
    // The lock is not held while a fact is determined, because that runs the type's own code.
    private let facts = Mutex(Facts())

    private init(isRoot: Bool, keys: KeyStrategy) {
        self.isRoot = isRoot
        self.keys = keys
    }

    /// Returns the shape of a type.
    ///
    /// - Parameters:
    ///   - type: The type of a model, or of a value inside one.
    ///   - isRoot: Whether its values are at the top level of a document.
    ///   - keys: The strategy for keys of the whole model, or `nil` for the one that the type declares.
    /// - Returns: The shape.
    package static func of(
        _ type: Any.Type, isRoot: Bool = true, keys: KeyStrategy? = nil
    ) -> ModelShape {
        let keys = keys ?? KeyStrategy.declared(by: type)
        let key = Key(type: ObjectIdentifier(type), isRoot: isRoot, keys: keys)
        return cache.withLock { shapes in
            if let shape = shapes[key] { return shape }
            let shape = ModelShape(isRoot: isRoot, keys: keys)
            shapes[key] = shape
            return shape
        }
    }

    /// Returns the property with the document ID.
    ///
    /// - Parameter model: A model whose dynamic type is the type of this shape.
    /// - Returns: The property.
    package func identityProperty(of model: some Encodable) -> DocumentIDProperty {
        if let known = facts.withLock({ $0.identityProperty }) { return known }
        let (property, isDefinite) = DocumentIDProperty.determine(of: model)
        if isDefinite { facts.withLock { $0.identityProperty = property } }
        return property
    }

    /// Returns the location of a property.
    ///
    /// - Parameter keyPath: A property of the type or of a nested value.
    /// - Returns: The location.
    /// - Throws: ``QuireError`` with code `invalidQuery`, whose message names the property.
    package func location<Root, Value>(
        of keyPath: any KeyPath<Root, Value> & Sendable
    ) throws(QuireError) -> Location {
        let property = Property(keyPath)
        if let known = facts.withLock({ $0.locations[property] }) { return try known.get() }
        let location = Result { () throws(QuireError) in try findLocation(of: keyPath) }
        facts.withLock { $0.locations[property] = location }
        return try location.get()
    }

    /// Returns the bodies that a decoder and an encoder make of bodies without a key of a path.
    ///
    /// The item at index *i* is the body if the first *i* keys of the path are present and the next
    /// one is missing. It contains the value that the decoder uses instead, such as the one in
    /// ``DefaultsProviding/defaults``. The item is `nil` if the body cannot be decoded, if the value
    /// is `nil`, or if it depends on other properties or on the time.
    ///
    /// - Parameters:
    ///   - path: A path of keys.
    ///   - type: The type of this shape.
    /// - Returns: An item for each key of the path.
    package func completions(of path: PropertyPath, in type: Any.Type) -> [FleeceValue?] {
        if let known = facts.withLock({ $0.completions[path] }) { return known }
        let found = findCompletions(of: path, in: type)
        facts.withLock { $0.completions[path] = found }
        return found
    }

    /// Returns a cached value that depends only on the model type.
    ///
    /// Other parts of the package use this method to compute a value once for each model type. The
    /// cache contains one value of each type `Fact`.
    ///
    /// - Parameter determine: A closure that computes the value if it is not in the cache.
    /// - Returns: The value.
    package func fact<Fact: Sendable>(_ determine: () -> Fact) -> Fact {
        let key = ObjectIdentifier(Fact.self)
        if let known = facts.withLock({ $0.others[key] }) as? Fact { return known }
        let fact = determine()
        facts.withLock { $0.others[key] = fact }
        return fact
    }
}
