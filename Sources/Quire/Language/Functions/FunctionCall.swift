import Fleece

/// What a function needs besides its arguments.
protocol FunctionEnvironment: AnyObject {
    /// The memory that contains the results.
    var memory: ValueMemory { get }

    /// What ends the running query, if anything does.
    var interruption: (any FunctionInterruption)? { get }

    /// The greatest number of bytes of a result.
    var lengthLimit: Int { get }

    /// The greatest number of bytes of a pattern of LIKE.
    var patternLimit: Int { get }

    /// Returns what was prepared from an argument that is the same in all calls, or prepares it.
    ///
    /// - Parameters:
    ///   - index: The number of the argument.
    ///   - prepare: A closure that prepares the argument of this call.
    /// - Returns: What was prepared.
    /// - Throws: What the closure throws.
    func prepared<Prepared: AnyObject & Sendable>(
        _ index: Int, _ prepare: () throws(FunctionFailure) -> Prepared
    ) throws(FunctionFailure) -> Prepared

    /// Returns the text of a number as SQL converts it.
    func text(ofNumber index: Int) throws(FunctionFailure) -> UnsafeRawBufferPointer
}

/// A call of one of the language's functions: its arguments and its environment.
struct FunctionCall {
    let arguments: UnsafeBufferPointer<LanguageValue>
    let environment: any FunctionEnvironment

    var count: Int { arguments.count }

    subscript(index: Int) -> LanguageValue {
        // A function is called only with a number of arguments that was declared for it.
        precondition(index < count, "a function of \(count) arguments has no number \(index)")
        return arguments[index]
    }

    /// The meter that the work of the call is charged to.
    var work: WorkMeter { WorkMeter(environment.interruption) }

    var memory: ValueMemory { environment.memory }

    /// Returns the result if missing or null is among the first arguments: missing before null.
    ///
    /// - Parameter count: How many arguments count, or `nil` for all.
    /// - Returns: The result, or `nil` if neither is among them.
    func passedOn(first count: Int? = nil) -> LanguageValue? {
        var result: LanguageValue?
        for argument in arguments.prefix(count ?? self.count) {
            if argument.isMissing { return .missing }
            if argument.isNull { result = .null }
        }
        return result
    }

    /// Returns an array or a dictionary that a closure writes.
    func collection(
        _ encode: (FleeceWriter) -> FleeceSlot
    ) throws(FunctionFailure) -> LanguageValue {
        try memory.collection(work, encode)
    }

    /// Returns a string, or null.
    func string(_ text: String?) throws(FunctionFailure) -> LanguageValue {
        guard let text else { return .null }
        return try memory.string(text)
    }

    /// Calls a closure with the text of an argument: that of a string, or of a number as SQL converts
    /// it.
    func convertedBytes(_ index: Int) throws(FunctionFailure) -> UnsafeRawBufferPointer {
        if let bytes = self[index].stringBytes { return bytes }
        return try environment.text(ofNumber: index)
    }
}

extension LanguageValue {
    /// A number, or null for `nil` and for what is no number.
    init(orNull number: Double?) {
        self = number.map { $0.isNaN ? .null : .double($0) } ?? .null
    }

    /// An integer, or null for `nil`.
    init(orNull number: Int64?) {
        self = number.map { .integer($0) } ?? .null
    }

    /// A Boolean, or null for `nil`.
    init(orNull boolean: Bool?) {
        self = boolean.map { .boolean($0) } ?? .null
    }
}
