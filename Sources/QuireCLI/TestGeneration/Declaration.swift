/// A declaration of a type, a protocol, an alias or an extension, as far as it matters here.
struct Declaration {
    /// What it is.
    enum Kind {
        case type, protocolType, alias, extensionOfType
    }

    /// What it is.
    let kind: Kind
    /// Its name behind those of the types around it; of an extension, the type that it extends.
    let path: [String]
    /// The types behind its colon.
    let inherited: [String]
    /// Whether it or a type around it has parameters.
    let isGeneric: Bool
    /// Who can see it.
    let access: AccessLevel
    /// The file that it is in.
    let file: String

    /// Its name as a program spells it.
    var name: String { path.joined(separator: ".") }
}

/// Who can see a declaration, the fewest first.
enum AccessLevel: Int, Comparable {
    /// The file, or a part of it.
    case file
    /// The module.
    case module
    /// The package, or everyone.
    case beyond

    /// Reads the word for it.
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
