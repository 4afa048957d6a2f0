package import Fleece
import SQLPlusPlus
import QuirePlatform

/// A query term that is prepared for evaluation on many documents.
package final class PreparedTerm: @unchecked Sendable {
    // `@unchecked Sendable`: the object and the memory of its constants are immutable after the
    // initializer returns.

    package let nodes: [TermNode]
    package let operands: [Int]
    package let constants: [LanguageValue]
    let adjustments: [OperandAdjustment]
    package let paths: [FleecePath]
    let calls: [CallSite]
    package let aggregates: [GroupAggregate]
    /// The number of variables of quantified conditions.
    let variableCount: Int
    /// The number of the root node.
    package let root: Int
    private let memory: ValueMemory

    package init(
        nodes: [TermNode], operands: [Int], constants: [LanguageValue],
        adjustments: [OperandAdjustment], paths: [FleecePath], calls: [CallSite],
        aggregates: [GroupAggregate], variableCount: Int, root: Int, memory: ValueMemory
    ) {
        self.nodes = nodes
        self.operands = operands
        self.constants = constants
        self.adjustments = adjustments
        self.paths = paths
        self.calls = calls
        self.aggregates = aggregates
        self.variableCount = variableCount
        self.root = root
        self.memory = memory
    }
}

/// A function call in a prepared term.
package final class CallSite: Sendable {
    let function: LanguageFunction.Body
    /// Whether each argument is a constant.
    private let areConstant: [Bool]
    /// The objects that functions have prepared from constant arguments, such as regular
    /// expressions.
    private let prepared: Mutex<[(any AnyObject & Sendable)?]>

    init(_ function: LanguageFunction, areConstant: [Bool]) {
        self.function = function.body
        self.areConstant = areConstant
        prepared = Mutex(Array(repeating: nil, count: areConstant.count))
    }

    func prepared<Prepared: AnyObject & Sendable>(
        _ index: Int, _ prepare: () throws(FunctionFailure) -> Prepared
    ) throws(FunctionFailure) -> Prepared {
        guard areConstant[index] else { return try prepare() }
        if let known = prepared.withLock({ $0[index] }) as? Prepared { return known }
        let new = try prepare()
        prepared.withLock { $0[index] = new }
        return new
    }
}
