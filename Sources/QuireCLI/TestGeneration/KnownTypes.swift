/// The types and protocols of libraries whose conformances are known without their source code.
enum KnownTypes {
    /// The protocols that a type must conform to.
    static let coding: Set<String> = ["Decodable", "Encodable"]

    /// The protocols of the standard library and of Quire that imply a part of `Codable`.
    static let conformances: [String: Set<String>] = {
        var conformances = Dictionary(uniqueKeysWithValues: quire.map { ($0, coding) })
        conformances["Codable"] = coding
        conformances["Encodable"] = ["Encodable"]
        conformances["Decodable"] = ["Decodable"]
        return conformances
    }()

    /// The protocols of Quire that refine `Codable`.
    ///
    /// A test compares them with the public API.
    static let quire = [
        "DefaultsProviding", "DocumentFamily", "DocumentModel", "IndexedModel", "ReferencedModel",
        "SampleProviding", "VersionedModel",
    ]

    /// Returns whether a name in an inheritance clause is known not to imply `Codable`.
    ///
    /// - Parameter name: The name of a protocol, of a class, or of the raw type of an enumeration.
    /// - Returns: `false` if nothing is known of the name.
    static func isUnrelated(_ name: String) -> Bool {
        unrelated.contains(name)
            || ["ExpressibleBy", "Int", "UInt", "Float", "Custom"].contains {
                name.hasPrefix($0)
            }
    }

    private static let unrelated: Set<String> = [
        // The standard library and Foundation
        "Actor", "AdditiveArithmetic", "AnyObject", "AsyncIteratorProtocol", "AsyncSequence",
        "BidirectionalCollection", "BitwiseCopyable", "CaseIterable", "Character", "CodingKey",
        "Collection", "Comparable", "Copyable", "Double", "Equatable", "Error", "Escapable",
        "Hashable", "Identifiable", "IteratorProtocol", "LocalizedError",
        "LosslessStringConvertible", "MutableCollection", "NSObject", "Numeric", "OptionSet",
        "RandomAccessCollection", "RangeReplaceableCollection", "RawRepresentable", "Sendable",
        "SendableMetatype", "Sequence", "SetAlgebra", "SignedNumeric", "Strideable", "String",
        "StringProtocol",
        // Observation and SwiftUI
        "App", "Observable", "ObservableObject", "PreviewProvider", "Scene", "Transferable",
        "View", "ViewModifier",
        // Quire
        "BlobStorage", "DocumentDatabase", "DocumentStore", "IndexConfiguration",
        "KeyStrategyProviding",
        "RepositoryMiddleware",
    ]
}
