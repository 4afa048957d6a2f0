public import QuireSearch
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
    /// programs that write to the file do not apply the rule, and neither do replicators. The
    /// documents that they store are kept, and `quire check` lists the duplicates.
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
    /// The kind of an index, with its settings.
    private enum Kind: Sendable {
        case values(QueryCollation?)
        case fullText(FullTextLanguage?, ignoresAccents: Bool)
        case nearest(dimensions: Int, DistanceMetric)

        /// The word between the type name and the properties in the name of an index.
        var word: String {
            switch self {
            case .values: ""
            case .fullText: " text"
            case .nearest: " nearest"
            }
        }
    }

    /// The options of the index.
    public let options: IndexOptions

    private let kind: Kind
    private let terms: Result<[QueryTerm], QuireError>
    private let customName: String?

    /// Creates an index on properties.
    ///
    /// ```swift
    /// static var indexes: [ModelIndex<Hotel>] {
    ///     [ModelIndex(on: \.address.city, \.roomRate), ModelIndex(on: \.name, options: .unique)]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties, which order the models with the same values of the preceding
    ///     properties.
    ///   - options: The options of the index.
    ///   - collation: The collation of the properties that are strings, or `nil` to compare their
    ///     bytes. It must be ``QueryCollation/ascii`` or ``QueryCollation/ascii`` with
    ///     ``QueryCollation/ignoringCase``: the other collations differ between platforms.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the
    ///     properties, such as `hotel(address.city, roomRate)`.
    public init<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        options: IndexOptions = [], collation: QueryCollation? = nil, named name: String? = nil
    ) {
        var terms = [Self.term(keyPath, collation)]
        repeat terms.append(Self.term(each others, collation))
        self.init(.values(collation), terms: terms, options: options, name: name)
    }

    private init(
        _ kind: Kind, terms: [Result<QueryTerm, QuireError>], options: IndexOptions,
        name: String?
    ) {
        self.kind = kind
        self.terms = Result(valuesOf: terms)
        self.options = options
        customName = name
    }

    /// Returns a full-text index on properties, for ``Repository/matching(_:as:in:_:)``.
    ///
    /// ```swift
    /// let words = ModelIndex.fullText(on: \Hotel.name, \.description, language: .english)
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties.
    ///   - language: The language of the text, or `nil` to index words as they are written.
    ///   - ignoresAccents: Whether accents are ignored, so that a search for `cafe` finds `café`.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the
    ///     properties, such as `hotel text(name, description)`.
    /// - Returns: The index.
    public static func fullText<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        language: FullTextLanguage? = nil, ignoringAccents ignoresAccents: Bool = false,
        named name: String? = nil
    ) -> ModelIndex {
        var terms = [term(keyPath, nil)]
        repeat terms.append(term(each others, nil))
        return ModelIndex(
            .fullText(language, ignoresAccents: ignoresAccents), terms: terms, options: [],
            name: name)
    }

    /// Returns an index of a property's vectors, for
    /// ``Repository/nearest(to:in:limit:metric:exact:within:)``.
    ///
    /// ```swift
    /// let vectors = ModelIndex.nearest(on: \Hotel.embedding, dimensions: 384, metric: .cosine)
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The property that contains the vectors.
    ///   - dimensions: The number of dimensions of the vectors, from 1 to 4,096.
    ///   - metric: How distances are computed.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the property, such as
    ///     `hotel nearest(embedding)`.
    /// - Returns: The index.
    public static func nearest<Property: QueryVector>(
        on keyPath: any KeyPath<Model, Property> & Sendable, dimensions: Int,
        metric: DistanceMetric = .cosine, named name: String? = nil
    ) -> ModelIndex {
        ModelIndex(
            .nearest(dimensions: dimensions, metric), terms: [term(keyPath, nil)], options: [],
            name: name)
    }

    private static func term<Value>(
        _ keyPath: any KeyPath<Model, Value> & Sendable, _ collation: QueryCollation?
    ) -> Result<QueryTerm, QuireError> {
        let term = QueryField<Model, Model>.model[dynamicMember: keyPath].source.map(\.storedTerm)
        guard let collation, Value.self is any QueryText.Type else { return term }
        return term.flatMap { term in
            Result { () throws(QuireError) in try collation.applied(to: term) }
        }
    }

    /// The name of the index within its store.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property cannot be indexed.
    public var name: String {
        get throws {
            if let customName { return customName }
            let properties = try terms.get().map(\.description).joined(separator: ", ")
            // The name of an index cannot contain double quotes.
            return "\(Model.documentType)\(kind.word)(\(properties))".replacing("\"", with: "'")
        }
    }

    /// The capability of the engine that the index requires, in addition to indexes.
    var capability: EngineCapability? {
        switch kind {
        case .fullText: .fullText
        case .nearest: .nearestIndexes
        case .values: options.contains(.unique) ? .uniqueIndexes : nil
        }
    }

    /// Returns the definition of the index for documents with a type discriminator.
    ///
    /// The type discriminator is the first property of a value index, because every query of a
    /// repository compares it. It is the condition of a full-text index and of an index of vectors.
    func definition(typeKey: String, _ types: DocumentTypes) throws -> IndexDefinition {
        IndexDefinition(try name, try configuration(typeKey: typeKey, types))
    }

    private func configuration(
        typeKey: String, _ types: DocumentTypes
    ) throws -> any IndexConfiguration {
        let terms = try terms.get()
        switch kind {
        case .nearest(let dimensions, let metric):
            var configuration = NearestIndexConfiguration(
                terms[0].description, dimensions: dimensions, metric: metric)
            if !types.includesOthers {
                configuration.types = NearestIndexConfiguration.Types(
                    path: PropertyPath([.key(typeKey)]), names: types.names)
            }
            return configuration
        case .fullText(let language, let ignoresAccents):
            return FullTextIndexConfiguration(
                terms.map(\.description), where: types.condition(typeKey).description,
                ignoreAccents: ignoresAccents, language: language?.rawValue ?? "")
        case .values(let collation):
            if collation != nil {
                guard terms.contains(where: { $0 != $0.uncollated }) else {
                    throw QuireError(
                        .invalidParameter,
                        "The index \(try name) has a collation, but no property is a string.")
                }
                guard !options.contains(.unique) else {
                    throw QuireError(
                        .invalidParameter,
                        "The index \(try name) cannot be unique and have a collation.")
                }
            }
            let discriminator = QueryTerm.property(PropertyPath([.key(typeKey)]), of: nil)
            return ValueIndexConfiguration(
                ([discriminator] + terms).map(\.description), where: nil,
                isUnique: options.contains(.unique),
                uniqueTypes: types.includesOthers ? nil : types.names)
        }
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
