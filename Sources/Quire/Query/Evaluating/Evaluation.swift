import Fleece
import SQLPlusPlus

/// The state of an evaluation of prepared terms on one document after another.
///
/// The values of properties are read once a document, when they are first needed.
struct Evaluation {
    private var places = PropertyPlaces()
    private var values: [LanguageValue] = []
    /// The rounds in which the values were read.
    private var rounds: [UInt64] = []
    private var round: UInt64 = 0

    private var id = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The body if it is a whole document, which is read without an owner.
    private var bytes: UnsafeRawBufferPointer?
    private var keys = SharedKeys.empty
    /// The body with an owner, as soon as it is needed.
    private var body: FleeceValue?
    /// What is known of the document besides its ID and its body.
    private var document: EvaluatedDocument?

    /// The items of quantified conditions.
    var variables: [LanguageValue] = []
    /// The values of aggregates, by their numbers.
    var aggregates: [LanguageValue] = []
    /// The first failure, which made a value unknown.
    private(set) var failure: FunctionFailure?
    let environment: EvaluationEnvironment

    /// Creates a state.
    ///
    /// - Parameter workLimit: The work that functions may do on one document, or `nil` for no limit.
    init(workLimit: Int? = nil) {
        environment = EvaluationEnvironment(workLimit: workLimit)
    }

    /// Creates a state for a term of its own properties.
    init(for term: PreparedTerm, _ places: PropertyPlaces) {
        self.init()
        prepare(for: term, places)
    }

    /// Prepares for a term and the properties that it and other terms read.
    mutating func prepare(for term: PreparedTerm, _ places: PropertyPlaces) {
        self.places = places
        while variables.count < term.variableCount { variables.append(.missing) }
        let added = places.paths.count - values.count
        guard added > 0 else { return }
        values += Array(repeating: .unknown, count: added)
        rounds += Array(repeating: 0, count: added)
    }

    // MARK: Documents

    /// Begins with another document, whose bytes stay until ``end()``.
    mutating func begin(
        id: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer, keys: SharedKeys
    ) {
        round += 1
        (self.id, self.bytes, self.keys) = (id, body, keys)
        self.body = nil
        document = nil
        failure = nil
        environment.reset()
    }

    /// Begins with another document.
    mutating func begin(_ document: EvaluatedDocument) {
        round += 1
        let body = document.record.body.value
        self.document = document
        self.body = body
        keys = body.storage.sharedKeys
        failure = nil
        // What is in a document of its own is found without an owner.
        let isWhole = body.storage.extern == nil && body.storage.root?.place == body.place
        bytes = isWhole ? body.storage.withUnsafeBytes { $0 } : nil
        environment.reset()
    }

    /// Begins without a document, in which every property is missing.
    mutating func beginNothing() {
        round += 1
        (document, body, bytes, failure) = (nil, nil, nil, nil)
        environment.reset()
    }

    /// Ends the use of the document.
    mutating func end() {
        (document, body, bytes) = (nil, nil, nil)
        environment.memory.clear()
    }

    // MARK: Values

    /// The value of a property.
    @inline(__always)
    mutating func property(_ number: Int) -> LanguageValue {
        rounds[number] == round ? values[number] : read(number)
    }

    private mutating func read(_ number: Int) -> LanguageValue {
        let value = places.paths[number].map { read($0) } ?? documentID
        values[number] = value
        rounds[number] = round
        return value
    }

    private mutating func read(_ path: FleecePath) -> LanguageValue {
        if let bytes {
            switch path.scalar(in: bytes, sharedKeys: keys) {
            case .missing: return .missing
            case .null: return .null
            case .boolean(let value): return .boolean(value)
            case .integer(let value): return .integer(value)
            case .double(let value): return LanguageValue(number: value)
            case .string(let text): return .string(text)
            case .other: break
            }
        }
        return LanguageValue(ownedBody?.value(at: path))
    }

    private var documentID: LanguageValue {
        mutating get {
            guard let document else { return bytes == nil ? .missing : .string(id) }
            return string(document.record.id)
        }
    }

    /// The whole body.
    var wholeBody: LanguageValue {
        mutating get { LanguageValue(ownedBody) }
    }

    private var ownedBody: FleeceValue? {
        mutating get {
            if body == nil, let bytes {
                // The memory keeps it; a value of its own would outlive the bytes.
                return environment.root(of: bytes, keys)
            }
            return body
        }
    }

    /// A property of the document that is not in its body.
    mutating func metadata(_ field: MetadataField) -> LanguageValue {
        guard let document else { return bytes == nil ? .missing : .unknown }
        switch field {
        case .id: return documentID
        case .sequence: return .integer(Int64(clamping: document.record.sequence))
        case .revisionID: return string(document.record.revisionID.description)
        case .deleted: return .boolean(document.isDeleted)
        case .expiration: return document.expiration.map { .integer($0) } ?? .missing
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

    /// Notes a failure, which the caller treats as an unknown value.
    mutating func note(_ failure: FunctionFailure) {
        if self.failure == nil { self.failure = failure }
    }
}

/// The environment of the functions that an evaluation calls.
final class EvaluationEnvironment: FunctionEnvironment {
    let memory = ValueMemory()
    private let budget: WorkBudget?
    private var site: CallSite?
    private var arguments = UnsafeBufferPointer<LanguageValue>(start: nil, count: 0)

    init(workLimit: Int?) {
        budget = workLimit.map(WorkBudget.init)
    }

    /// Frees what belongs to the last document.
    fileprivate func reset() {
        memory.clear()
        budget?.reset()
    }

    /// The root of a body that belongs to someone else.
    fileprivate func root(of bytes: UnsafeRawBufferPointer, _ keys: SharedKeys) -> FleeceValue? {
        memory.borrow(bytes, sharedKeys: keys).root
    }

    // MARK: Functions

    var interruption: (any FunctionInterruption)? { budget }

    /// The meter that work outside of functions is charged to.
    var work: WorkMeter { WorkMeter(budget) }

    var lengthLimit: Int { 1_000_000_000 }

    var patternLimit: Int { 4096 }

    /// Calls a function.
    func call(
        _ site: CallSite, _ arguments: UnsafeBufferPointer<LanguageValue>
    ) throws(FunctionFailure) -> LanguageValue {
        self.site = site
        self.arguments = arguments
        return try site.function(FunctionCall(arguments: arguments, environment: self))
    }

    func prepared<Prepared: AnyObject & Sendable>(
        _ index: Int, _ prepare: () throws(FunctionFailure) -> Prepared
    ) throws(FunctionFailure) -> Prepared {
        guard let site else { return try prepare() }
        return try site.prepared(index, prepare)
    }

    func text(ofNumber index: Int) throws(FunctionFailure) -> UnsafeRawBufferPointer {
        try memory.string(arguments[index].convertedText ?? "").stringBytes
            ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }
}

/// A limit of the work that the functions of an evaluation do on one document.
private final class WorkBudget: FunctionInterruption {
    private let limit: Int
    private var remaining: Int

    init(_ limit: Int) {
        self.limit = limit
        remaining = limit
    }

    func reset() { remaining = limit }

    func isDue(after cost: Int) -> Bool {
        remaining = remaining.subtractingReportingOverflow(cost).partialValue
        return isDue
    }

    var isDue: Bool { remaining < 0 }
}
