package import Fleece

/// The environment of the functions that an evaluation calls.
package final class EvaluationEnvironment: FunctionEnvironment {
    package let memory = ValueMemory()
    private let budget: WorkBudget?
    /// The connection whose statement calls the evaluation, if any.
    ///
    /// An interruption of the statement ends the functions.
    package var connection: ConnectionKeys?
    private var site: CallSite?
    private var arguments = UnsafeBufferPointer<LanguageValue>(start: nil, count: 0)

    package init(workLimit: Int?) {
        budget = workLimit.map(WorkBudget.init)
    }

    /// Releases the memory of the last document, and resets the work limit.
    package func reset() {
        memory.clear()
        budget?.reset()
    }

    /// Returns the root of a body that the caller owns.
    package func root(of bytes: UnsafeRawBufferPointer, _ keys: SharedKeys) -> FleeceValue? {
        memory.borrow(bytes, sharedKeys: keys).root
    }

    // MARK: Functions

    package var interruption: (any FunctionInterruption)? { connection?.interruption ?? budget }

    /// A meter for work that is not part of a function call.
    package var work: WorkMeter { WorkMeter(interruption) }

    package var lengthLimit: Int { 1_000_000_000 }

    package var patternLimit: Int { 4096 }

    /// Calls a function.
    package func call(
        _ site: CallSite, _ arguments: UnsafeBufferPointer<LanguageValue>
    ) throws(FunctionFailure) -> LanguageValue {
        self.site = site
        self.arguments = arguments
        return try site.function(FunctionCall(arguments: arguments, environment: self))
    }

    package func prepared<Prepared: AnyObject & Sendable>(
        _ index: Int, _ prepare: () throws(FunctionFailure) -> Prepared
    ) throws(FunctionFailure) -> Prepared {
        guard let site else { return try prepare() }
        return try site.prepared(index, prepare)
    }

    package func text(ofNumber index: Int) throws(FunctionFailure) -> UnsafeRawBufferPointer {
        try memory.string(arguments[index].convertedText ?? "").stringBytes
            ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }
}

/// The maximum work of the functions for evaluating one document.
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
