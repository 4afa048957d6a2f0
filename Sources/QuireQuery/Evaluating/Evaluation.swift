package import Fleece
package import SQLPlusPlus

/// The state of evaluating prepared terms on a series of documents.
///
/// The value of a property is read once for each document, when it is first needed.
package struct Evaluation {
    /// A value, and the round in which it was read.
    private struct ReadValue {
        var value = LanguageValue.unknown
        var round: UInt64 = 0
    }

    private var locations = PropertyLocations()
    /// The values of properties by number, which are valid only if they were read in this round.
    private var values: [ReadValue] = []
    /// The number of documents and rows whose evaluation has begun.
    private var round: UInt64 = 0

    private var id = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The borrowed bytes of the body, or `nil` if the body is not the root of its storage.
    private var bytes: UnsafeRawBufferPointer?
    /// The dictionary in the borrowed bytes.
    private var root: FleeceBody?
    private var keys = SharedKeys.empty
    /// The shared-key number of each property at the top level, or -1 for another property.
    private var keyNumbers: [Int] = []
    /// The token of the shared keys to which these numbers belong.
    private var numberedKeys = KeyToken.none
    /// The body of `document`, which retains its bytes.
    private var body: FleeceValue?
    /// The evaluated document, if more than its ID and body is known.
    private var document: EvaluatedDocument?
    /// The values of the joined sources in the row.
    private var joined: [JoinedValue] = []

    /// The current items of quantified conditions.
    package var variables: [LanguageValue] = []
    /// Whether each query in `EXISTS` has rows, by the number of the query.
    var innerResults: [Bool] = []
    /// The values of aggregates by number.
    package var aggregates: [LanguageValue] = []
    /// The first error, which made a value unknown.
    package private(set) var failure: FunctionFailure?
    package let environment: EvaluationEnvironment

    /// Creates an evaluation.
    ///
    /// - Parameter workLimit: The maximum work of functions for each document, or `nil` for no
    ///   limit.
    package init(workLimit: Int? = nil) {
        environment = EvaluationEnvironment(workLimit: workLimit)
    }

    /// Creates an evaluation for a single term.
    package init(for term: PreparedTerm, _ locations: PropertyLocations) {
        self.init()
        prepare(for: term, locations)
    }

    /// Prepares for evaluating a term.
    ///
    /// - Parameters:
    ///   - term: The term that is evaluated next.
    ///   - locations: The properties that the terms of this evaluation use.
    package mutating func prepare(for term: PreparedTerm, _ locations: PropertyLocations) {
        self.locations = locations
        while variables.count < term.variableCount { variables.append(.missing) }
        let added = locations.origins.count - values.count
        guard added > 0 else { return }
        numberedKeys = .none
        values += Array(repeating: ReadValue(), count: added)
    }

    // MARK: Documents

    /// Begins evaluating a document whose bytes are valid until ``end()``.
    package mutating func begin(
        id: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer, keys: SharedKeys
    ) {
        beginNothing()
        self.id = id
        use(keys)
        borrow(body)
    }

    /// Begins evaluating a body without an ID, whose bytes are valid until ``endBody()``.
    ///
    /// This is the fast path for the rows of a statement, which evaluates nothing else.
    @inline(__always)
    package mutating func begin(body: UnsafeRawBufferPointer, keys: ConnectionKeys) {
        // Retaining the keys for each row would take time.
        if !keys.isCurrent(numberedKeys) {
            use(keys.current)
            environment.connection = keys
        }
        round += 1
        borrow(body)
    }

    /// Ends the evaluation of a body without an ID.
    @inline(__always)
    package mutating func endBody() {
        if failure != nil { failure = nil }
        environment.reset()
    }

    @inline(__always)
    private mutating func borrow(_ body: UnsafeRawBufferPointer) {
        bytes = body
        root = FleeceBody(body)
    }

    private mutating func use(_ keys: SharedKeys) {
        guard keys.token != numberedKeys else { return }
        self.keys = keys
        numberedKeys = keys.token
        keyNumbers = locations.origins.map { origin in
            if case .property(let path) = origin { keys.number(for: path) ?? -1 } else { -1 }
        }
    }

    /// Begins evaluating a document.
    package mutating func begin(_ document: EvaluatedDocument) {
        round += 1
        let body = document.record.body.value
        self.document = document
        self.body = body
        failure = nil
        use(body.storage.sharedKeys)
        // The body can be read without an owner if it is the root of its storage.
        let isWhole = body.storage.extern == nil && body.storage.root?.location == body.location
        if isWhole {
            // The property `body` retains the bytes.
            borrow(body.storage.withUnsafeBytes { $0 })
        } else {
            (bytes, root) = (nil, nil)
        }
        environment.reset()
    }

    /// Begins evaluating a row of several sources.
    package mutating func begin(_ row: EvaluatedRow) {
        begin(row.document)
        joined = row.joined
    }

    /// Begins evaluating the row with a value of the next source.
    ///
    /// - Parameters:
    ///   - value: The value of the source.
    ///   - number: The number of the source. The row has values of all preceding sources.
    package mutating func begin(joining value: JoinedValue, at number: Int) {
        round += 1
        joined.removeSubrange(min(number, joined.count)...)
        joined.append(value)
        failure = nil
        environment.reset()
    }

    /// Begins evaluating without a document.
    ///
    /// All properties are missing.
    mutating func beginNothing() {
        round += 1
        (document, body, bytes, root, failure) = (nil, nil, nil, nil, nil)
        joined = []
        environment.reset()
    }

    /// Ends the evaluation of the document.
    package mutating func end() {
        (document, body, bytes, root) = (nil, nil, nil, nil)
        joined = []
        environment.memory.clear()
    }

    // MARK: Values

    /// Returns the value of a property.
    @inline(__always)
    package mutating func property(_ number: Int) -> LanguageValue {
        values[number].round == round ? values[number].value : readProperty(number)
    }

    private mutating func readProperty(_ number: Int) -> LanguageValue {
        let value = topLevelScalar(number) ?? readOrigin(number)
        values[number] = ReadValue(value: value, round: round)
        return value
    }

    /// Returns the value of a property at the top level of borrowed bytes, or `nil` if it must be
    /// read in another way.
    @inline(__always)
    private func topLevelScalar(_ number: Int) -> LanguageValue? {
        guard let root, keyNumbers[number] >= 0 else { return nil }
        return LanguageValue(root.scalar(numbered: keyNumbers[number]))
    }

    private mutating func readOrigin(_ number: Int) -> LanguageValue {
        switch locations.origins[number] {
        case .property(let path): read(path)
        case .documentID: documentID
        case .joined(let source, let part): read(part, of: source)
        }
    }

    private mutating func read(_ path: FleecePath) -> LanguageValue {
        if let bytes, let value = LanguageValue(path.scalar(in: bytes, sharedKeys: keys)) {
            return value
        }
        return LanguageValue(ownedBody?.value(at: path))
    }

    /// Reads a value of a joined source.
    ///
    /// It is missing if the row has no document of the source.
    private mutating func read(
        _ part: PropertyLocations.JoinedPart, of source: Int
    ) -> LanguageValue {
        guard source < joined.count else { return .missing }
        switch (joined[source], part) {
        case (.absent, _), (.item, .metadata): return .missing
        case (.item(let item), .whole): return item
        case (.item(let item), .property(let path)):
            return item.isUnknown ? .unknown : LanguageValue(item.collection?.value(at: path))
        case (.document(let document), .whole): return LanguageValue(document.record.body.value)
        case (.document(let document), .property(let path)):
            return LanguageValue(document.record.body.value.value(at: path))
        case (.document(let document), .metadata(let field)): return metadata(field, of: document)
        }
    }

    private var documentID: LanguageValue {
        mutating get {
            guard let document else { return bytes == nil ? .missing : .string(id) }
            return string(document.record.id)
        }
    }

    /// The whole body as a value.
    var wholeBody: LanguageValue {
        mutating get { LanguageValue(ownedBody) }
    }

    private var ownedBody: FleeceValue? {
        mutating get {
            if body == nil, let bytes {
                // The memory of the environment owns the value, so that it doesn't outlive the
                // bytes.
                return environment.root(of: bytes, keys)
            }
            return body
        }
    }

    /// Returns a metadata property of the document.
    package mutating func metadata(_ field: MetadataField) -> LanguageValue {
        guard let document else { return bytes == nil ? .missing : .unknown }
        return metadata(field, of: document)
    }

    private mutating func metadata(
        _ field: MetadataField, of document: EvaluatedDocument
    ) -> LanguageValue {
        switch field {
        case .id: return string(document.record.id)
        case .sequence: return .integer(Int64(clamping: document.record.sequence))
        case .revisionID: return string(document.record.revisionID.description)
        case .deleted: return .boolean(document.isDeleted)
        case .expiration: return document.expiration.map { .integer($0) } ?? .missing
        }
    }

    /// Returns a value that the engine computed for the document.
    package mutating func computed(_ number: Int) -> LanguageValue {
        guard let values = document?.computedValues, values.indices.contains(number) else {
            return .missing
        }
        switch values[number] {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .double(let value): return LanguageValue(number: value)
        case .string(let text): return string(text)
        }
    }

    private mutating func string(_ text: String) -> LanguageValue {
        do throws(FunctionFailure) {
            return try environment.memory.string(text)
        } catch {
            note(error)
            return .unknown
        }
    }

    /// Records an error.
    ///
    /// The caller treats the value as unknown.
    package mutating func note(_ failure: FunctionFailure) {
        if self.failure == nil { self.failure = failure }
    }
}
