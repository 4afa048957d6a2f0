/// The rules of Couchbase Lite for the names of collections and scopes, which all engines share.
package enum CollectionNameRules {
    /// The name of the default collection and of the default scope.
    package static let defaultName = "_default"

    /// The maximum length of a name in bytes.
    package static let maximumLength = 251

    /// Throws an error if a collection cannot have a name.
    ///
    /// - Parameters:
    ///   - collection: The collection's name within its scope.
    ///   - scope: The scope's name.
    /// - Throws: ``QuireError`` with code `invalidParameter`, with a message that contains the name
    ///   and the violated rule.
    package static func check(_ collection: String, scope: String) throws {
        try checkScope(scope)
        guard collection != defaultName else {
            if scope == defaultName { return }
            throw QuireError(
                .invalidParameter,
                "Scope \(scope) cannot contain a collection \(collection): "
                    + "only the default scope has one of this name.")
        }
        try check(collection, is: "a collection name")
    }

    /// Throws an error if a string is not a valid scope name.
    ///
    /// - Parameter scope: Any string.
    /// - Throws: ``QuireError`` with code `invalidParameter`.
    package static func checkScope(_ scope: String) throws {
        if scope != defaultName { try check(scope, is: "a scope name") }
    }

    private static func check(_ text: String, is kind: String) throws {
        guard let defect = defect(of: text) else { return }
        // The beginning of a long name is enough to identify it.
        throw QuireError(
            .invalidParameter,
            "\(String(text.prefix(60)).debugDescription) cannot be \(kind): \(defect).")
    }

    private static func defect(of text: String) -> String? {
        let bytes = text.utf8
        if bytes.isEmpty { return "it is empty" }
        if bytes.count > maximumLength {
            return "it has \(bytes.count) bytes, but at most \(maximumLength) are allowed"
        }
        if text.hasPrefix("_") || text.hasPrefix("%") {
            return "it begins with an underscore or a percent sign"
        }
        let areAllowed = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "%"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return areAllowed ? nil : "it contains a character other than A-Z, a-z, 0-9, _, % and -"
    }
}
