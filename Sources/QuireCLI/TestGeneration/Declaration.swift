/// A declaration of a type, protocol, type alias or extension.
struct Declaration {
    /// The kind of a declaration.
    enum Kind {
        case type, protocolType, alias, extensionOfType
    }

    /// The kind of the declaration.
    let kind: Kind
    /// The name after the names of the enclosing types, which is the extended type of an extension.
    ///
    /// A function that contains the declaration is a name such as `#120`, with its location.
    let path: [String]
    /// The types in the inheritance clause.
    let inherited: [String]
    /// Whether the type or an enclosing type is generic.
    let isGeneric: Bool
    /// Whether a function, closure or accessor contains the declaration.
    let isLocal: Bool
    /// The access level.
    let access: AccessLevel
    /// The file that contains the declaration.
    let file: String

    /// The fully qualified name, without the functions that contain the declaration.
    var name: String { path.filter { !$0.hasPrefix("#") }.joined(separator: ".") }
}

/// The access level of a declaration, from most to least restrictive.
enum AccessLevel: Int, Comparable {
    /// The file or an enclosing scope.
    case file
    case module
    /// The package, or public.
    case beyond

    /// Parses an access modifier.
    init?(_ word: String) {
        switch word {
        case "private", "fileprivate": self = .file
        case "internal": self = .module
        case "package", "public", "open": self = .beyond
        default: return nil
        }
    }

    static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }
}
