import SQLPlusPlus

/// A full-text search of a selection.
struct SelectionSearch<Model: DocumentModel>: Sendable {
    private let text: String
    private let mode: TextSearchMode
    private let paths: Result<[PropertyPath], QuireError>
    /// The key paths as they are written in Swift, such as `\.description`.
    private let keyPaths: [String]

    init<each Value>(
        _ text: String, _ mode: TextSearchMode,
        in keyPaths: (repeat any KeyPath<Model, each Value> & Sendable)
    ) {
        self.text = text
        self.mode = mode
        var paths: [Result<PropertyPath, QuireError>] = []
        var names: [String] = []
        for keyPath in repeat each keyPaths {
            paths.append(Self.path(keyPath))
            names.append(Self.name(keyPath))
        }
        self.keyPaths = names
        self.paths = Result(valuesOf: paths)
    }

    static func path<Value>(
        _ keyPath: any KeyPath<Model, Value> & Sendable
    ) -> Result<PropertyPath, QuireError> {
        QueryField<Model, Model>.model[dynamicMember: keyPath].source.flatMap { source in
            Result { () throws(QuireError) in
                guard case .body(let path) = try source.fieldPath().location else {
                    throw QuireError(
                        .invalidQuery,
                        "\(name(keyPath)) is the document's ID, which cannot be in a full-text index."
                    )
                }
                return path
            }
        }
    }

    private static func name(_ keyPath: AnyKeyPath) -> String {
        let name = ModelShape.propertyName(of: keyPath)
        guard name.hasPrefix("\\"), let dot = name.firstIndex(of: ".") else { return name }
        return "\\" + name[dot...]
    }

    /// Returns the condition of the search.
    ///
    /// - Throws: ``QuireError`` with code `missingIndex` and a message with the line that creates the
    ///   index.
    func condition(in repository: Repository<Model>) throws -> FullTextCondition {
        let store = repository.store
        try store.requireCapability(.fullText)
        let search = FullTextSearch(
            text, as: mode, properties: try paths.get(),
            scope: repository.types.condition(repository.typeKey))
        if let condition = try store.fullTextCondition(for: search) { return condition }
        let list = keyPaths.joined(separator: ", ")
        let properties = keyPaths.count == 1 ? "the property \(list)" : "the properties \(list)"
        let kind = mode == .phrase || mode == .expression ? "only \(properties)" : properties
        throw QuireError(
            .missingIndex,
            """
            The \(store.location) has no full-text index of \(Model.self) that contains \(kind). \
            Create it first: createFullTextIndex(on: \(list), language: .english), with the language \
            of the text or without a language.
            """)
    }
}

extension SelectionSearch: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.text == right.text && left.mode == right.mode && left.keyPaths == right.keyPaths
            && (try? left.paths.get()) == (try? right.paths.get())
    }
}

extension [FullTextCondition] {
    /// Adds the conditions of a further search.
    ///
    /// A statement can use each index only once.
    mutating func add(_ condition: FullTextCondition) {
        guard let same = firstIndex(where: { $0.index == condition.index }) else {
            return append(condition)
        }
        let queries = [self[same].query, condition.query]
        let isEmpty = queries.contains { $0.allSatisfy(\.isWhitespace) }
        self[same] = FullTextCondition(
            index: condition.index,
            query: isEmpty ? "" : queries.map { "(\($0))" }.joined(separator: " "))
    }
}
