import Fleece

/// The environment of a function call.
package protocol FunctionEnvironment: AnyObject {
    /// The memory that owns the results.
    var memory: ValueMemory { get }

    /// The condition that interrupts the running query, if any.
    var interruption: (any FunctionInterruption)? { get }

    /// The maximum number of bytes in a result.
    var lengthLimit: Int { get }

    /// The maximum number of bytes in a pattern of LIKE.
    var patternLimit: Int { get }

    /// Returns the prepared form of an argument that is the same in all calls, preparing it if
    /// necessary.
    ///
    /// - Parameters:
    ///   - index: The index of the argument.
    ///   - prepare: A closure that prepares the argument of this call.
    /// - Returns: The prepared form.
    /// - Throws: Any error that `prepare` throws.
    func prepared<Prepared: AnyObject & Sendable>(
        _ index: Int, _ prepare: () throws(FunctionFailure) -> Prepared
    ) throws(FunctionFailure) -> Prepared

    /// Returns the text of an argument that is a number, as converted by SQL.
    ///
    /// - Parameter index: The index of the argument.
    /// - Returns: The UTF-8 bytes of the text.
    /// - Throws: ``FunctionFailure`` if the text cannot be created.
    func text(ofNumber index: Int) throws(FunctionFailure) -> UnsafeRawBufferPointer
}

/// A call of a function of the query language: its arguments and its environment.
package struct FunctionCall {
    let arguments: UnsafeBufferPointer<LanguageValue>
    let environment: any FunctionEnvironment

    package init(
        arguments: UnsafeBufferPointer<LanguageValue>, environment: any FunctionEnvironment
    ) {
        self.arguments = arguments
        self.environment = environment
    }

    var count: Int { arguments.count }

    subscript(index: Int) -> LanguageValue {
        // A function is called only with a declared number of arguments.
        precondition(index < count, "a function with \(count) arguments has no argument \(index)")
        return arguments[index]
    }

    /// The meter that tracks the work of the call.
    var work: WorkMeter { WorkMeter(environment.interruption) }

    var memory: ValueMemory { environment.memory }

    /// Returns missing or null if one of the first arguments is missing or null.
    ///
    /// Missing takes precedence over null.
    ///
    /// - Parameter count: The number of arguments to check, or `nil` for all.
    /// - Returns: The result, or `nil` if no argument is missing or null.
    func passedOn(first count: Int? = nil) -> LanguageValue? {
        var result: LanguageValue?
        for argument in arguments.prefix(count ?? self.count) {
            if argument.isMissing { return .missing }
            if argument.isNull { result = .null }
        }
        return result
    }

    /// Returns an array or dictionary that a closure encodes.
    func collection(
        _ encode: (FleeceWriter) -> FleeceSlot
    ) throws(FunctionFailure) -> LanguageValue {
        try memory.collection(work, encode)
    }

    /// Returns a string, or null for `nil`.
    func string(_ text: String?) throws(FunctionFailure) -> LanguageValue {
        guard let text else { return .null }
        return try memory.string(text)
    }

    /// Returns the bytes of a string argument, or the text of a number as converted by SQL.
    func convertedBytes(_ index: Int) throws(FunctionFailure) -> UnsafeRawBufferPointer {
        if let bytes = self[index].stringBytes { return bytes }
        return try environment.text(ofNumber: index)
    }
}

extension LanguageValue {
    /// Creates a number, or null for `nil` and NaN.
    package init(orNull number: Double?) {
        self = number.map { $0.isNaN ? .null : .double($0) } ?? .null
    }

    /// Creates an integer, or null for `nil`.
    package init(orNull number: Int64?) {
        self = number.map { .integer($0) } ?? .null
    }

    /// Creates a Boolean, or null for `nil`.
    package init(orNull boolean: Bool?) {
        self = boolean.map { .boolean($0) } ?? .null
    }
}
