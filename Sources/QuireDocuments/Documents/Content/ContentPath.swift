import Fleece

/// The path from a collection to a nested collection.
///
/// Traversing objects is recursive. The path limits the recursion if a collection contains itself,
/// or if collections are nested more deeply than the encoder allows.
package struct ContentPath {
    private var contents: [ObjectIdentifier] = []

    /// Extends the path with a collection.
    ///
    /// - Parameter content: The content of an object.
    /// - Returns: The extended path, or `nil` if the collection is nested too deeply or contains
    ///   itself.
    func entering(_ content: AnyObject) -> ContentPath? {
        let identity = ObjectIdentifier(content)
        guard contents.count < FleeceWriter.maximumDepth, !contents.contains(identity) else {
            return nil
        }
        var path = self
        path.contents.append(identity)
        return path
    }
}

extension DocumentValue.Form {
    /// Returns a deep copy of an object.
    ///
    /// Any other value is returned unchanged.
    func mutableCopy(_ path: ContentPath) -> Self {
        switch self {
        case .dictionary(let dictionary):
            .dictionary(MutableDictionaryObject(dictionary.content.mutableCopy(path)))
        case .array(let array): .array(MutableArrayObject(array.content.mutableCopy(path)))
        default: self
        }
    }
}
