import SQLPlusPlus

/// Options for an index on the properties of a model.
///
/// ```swift
/// try guests.createIndex(on: \.email, options: .unique)
/// ```
public struct IndexOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No two models can have the same values in the indexed properties.
    ///
    /// Every save of a second document with the same values throws ``QuireError`` with code
    /// `duplicateValue`. Models in which one of the properties is `nil` are exempt. The rule is part
    /// of the file: it also applies to other repositories and to later runs of the program. Other
    /// programs that write to the file don't know the rule, and neither do replicators. What they
    /// store is kept, and `quire check` lists the duplicates.
    ///
    /// This option requires the capability ``EngineCapability/uniqueIndexes``.
    public static let unique = IndexOptions(rawValue: 1)
}

/// An index on properties of a model.
///
/// ```swift
/// struct Guest: IndexedModel {
///     @DocumentID var id: String?
///     var email: String
///     var city: String
///
///     static var indexes: [ModelIndex<Guest>] {
///         [ModelIndex(on: \.city), ModelIndex(on: \.email, options: .unique)]
///     }
/// }
/// ```
public struct ModelIndex<Model: DocumentModel>: Sendable {
    /// The options of the index.
    public let options: IndexOptions

    private let terms: Result<[QueryTerm], QuireError>
    private let customName: String?

    /// Creates an index on properties.
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties, which order the models with the same values of the preceding
    ///     properties.
    ///   - options: The options of the index.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the
    ///     properties, such as `hotel(address.city, roomRate)`.
    public init<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        options: IndexOptions = [], named name: String? = nil
    ) {
        var terms = [Self.term(keyPath)]
        repeat terms.append(Self.term(each others))
        self.terms = Result { () throws(QuireError) in
            var all: [QueryTerm] = []
            for term in terms { all.append(try term.get()) }
            return all
        }
        self.options = options
        customName = name
    }

    private static func term<Value>(
        _ keyPath: any KeyPath<Model, Value> & Sendable
    ) -> Result<QueryTerm, QuireError> {
        QueryField<Model, Model>.model[dynamicMember: keyPath].term
    }

    /// The name of the index within its store.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property cannot be indexed.
    public var name: String {
        get throws {
            if let customName { return customName }
            let properties = try terms.get().map(\.description).joined(separator: ", ")
            // The name of an index cannot contain double quotes.
            return "\(Model.documentType)(\(properties))".replacing("\"", with: "'")
        }
    }

    /// Returns the definition of the index for documents with a type discriminator.
    ///
    /// The type discriminator is the first property of the index, because every query of a
    /// repository compares it.
    func definition(typeKey: String) throws -> IndexDefinition {
        let discriminator = QueryTerm.property(PropertyPath([.key(typeKey)]), of: nil)
        let expressions = try ([discriminator] + terms.get()).map(\.description)
        return IndexDefinition(
            try name,
            ValueIndexConfiguration(expressions, isUnique: options.contains(.unique)))
    }
}

/// A model that declares the indexes of its documents.
///
/// ```swift
/// let guests = try database.repository(of: Guest.self)
/// try guests.createIndexes()
/// ```
public protocol IndexedModel: DocumentModel {
    /// The indexes of the model's documents.
    static var indexes: [ModelIndex<Self>] { get }
}
