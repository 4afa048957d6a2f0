import Fleece
package import SQLPlusPlus

/// A preparation of terms for evaluation.
///
/// It resolves property paths, encodes constants and parameters, and looks up functions.
package struct TermPreparation {
    /// The handling of terms that cannot be evaluated.
    package enum Refusal {
        /// The preparation throws an error.
        case error
        /// The term has an unknown value.
        case unknownValue
    }

    /// The maximum nesting depth of terms.
    private static let depthLimit = 400
    /// The maximum number of nodes.
    private static let nodeLimit = 1_000_000

    package var scope: Scope
    private let parameters: ParameterValues
    private let refusal: Refusal
    /// The numbers of the terms whose values the engine computes.
    private let computed: [QueryTerm: Int]
    /// Whether terms are evaluated on groups of documents.
    let allowsAggregates: Bool
    package private(set) var locations: PropertyLocations

    private var nodes: [TermNode] = []
    private var operands: [Int] = []
    private var constants: [LanguageValue] = []
    private var adjustments: [OperandAdjustment] = []
    private var paths: [FleecePath] = []
    private var calls: [CallSite] = []
    private var aggregates: [GroupAggregate] = []
    package var variables: [String: Int] = [:]
    package var dictionaryEquality: DictionaryEquality
    var variableCount = 0
    /// The queries in `EXISTS`, or `nil` if they cannot be evaluated.
    private(set) var innerStatements: InnerStatements?
    private var depth = 0
    private let memory = ValueMemory()

    package init(
        scope: Scope = .anySource(), parameters: ParameterValues,
        locations: PropertyLocations = PropertyLocations(),
        innerStatements: InnerStatements? = nil,
        refusal: Refusal = .error, computed: [QueryTerm: Int] = [:],
        allowsAggregates: Bool = false
    ) {
        self.scope = scope
        self.parameters = parameters
        dictionaryEquality = DictionaryEquality(parameters)
        self.locations = locations
        self.innerStatements = innerStatements
        self.refusal = refusal
        self.computed = computed
        self.allowsAggregates = allowsAggregates
    }

    /// Returns the prepared term with the given root node.
    package func term(_ root: Int) -> PreparedTerm {
        PreparedTerm(
            nodes: nodes, operands: operands, constants: constants, adjustments: adjustments,
            paths: paths, calls: calls, aggregates: aggregates, variableCount: variableCount,
            root: root, memory: memory)
    }

    // MARK: Nodes

    package mutating func add(_ node: TermNode) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    package mutating func add(children: [Int]) -> TermNode.Children {
        operands += children
        return TermNode.Children(start: operands.count - children.count, count: children.count)
    }

    package mutating func add(anyOf conditions: [Int]) -> Int {
        add(.any(add(children: conditions)))
    }

    package mutating func add(constant: LanguageValue) -> Int {
        constants.append(constant)
        return add(.constant(constants.count - 1))
    }

    package mutating func add(constant text: String) throws -> Int {
        add(constant: try copied(text))
    }

    package mutating func add(adjustment: OperandAdjustment) -> Int {
        adjustments.append(adjustment)
        return adjustments.count - 1
    }

    package mutating func add(aggregate: GroupAggregate) -> Int {
        aggregates.append(aggregate)
        return add(.aggregate(aggregates.count - 1))
    }

    /// Adds a function call by the function's name in SQL.
    package mutating func add(call name: String, _ arguments: [Int]) throws -> Int {
        guard let function = LanguageFunctions.byName[name] else {
            return try refuse(unsupported("The function \(name)"))
        }
        calls.append(CallSite(function, areConstant: arguments.map { constant($0) != nil }))
        return add(.call(calls.count - 1, add(children: arguments)))
    }

    /// Adds the value of a node in canonical form, for comparing its contents.
    package mutating func contents(of node: Int) throws -> Int {
        folded(try add(call: ConstructorFunctions.contents, [node]), [node])
    }

    /// Returns the value of a constant node, or `nil` for other nodes.
    package func constant(_ node: Int) -> LanguageValue? {
        guard case .constant(let number) = nodes[node] else { return nil }
        return constants[number]
    }

    private func copied(_ text: String) throws -> LanguageValue {
        do {
            return try memory.string(text)
        } catch {
            throw QuireError(.memoryError, "Not enough memory for a constant of a query.")
        }
    }

    /// Replaces a node with its value if the value doesn't depend on documents.
    private mutating func folded(_ node: Int, _ children: [Int]) -> Int {
        guard children.allSatisfy({ constant($0) != nil }) else { return node }
        let term = term(node)
        var evaluation = Evaluation(for: term, PropertyLocations())
        evaluation.beginNothing()
        defer { evaluation.end() }
        let value = term.value(&evaluation)
        guard !value.isUnknown, let copy = try? memory.copy(value) else { return node }
        return add(constant: copy)
    }

    // MARK: Unsupported terms

    /// Throws an error, or adds a node with an unknown value.
    package mutating func refuse(_ error: QuireError) throws -> Int {
        if refusal == .error { throw error }
        return add(.unknown)
    }

    /// Returns the error for a term that requires a database.
    package func unsupported(_ what: String) -> QuireError { Self.unsupported(what) }

    /// Returns the error for a statement that requires a database.
    package static func unsupported(_ what: String) -> QuireError {
        QuireError(
            .unsupportedOperation,
            "\(what) cannot be evaluated on documents in memory; it requires a database.")
    }

    // MARK: Terms

    /// Adds the nodes of a term.
    ///
    /// - Returns: The number of the node.
    /// - Throws: ``QuireError`` if the term cannot be evaluated, unless such terms have an unknown
    ///   value.
    package mutating func node(_ term: QueryTerm) throws -> Int {
        guard depth < Self.depthLimit, nodes.count < Self.nodeLimit else {
            return try refuse(
                QuireError(.invalidQuery, "The query is nested too deep or too large to evaluate."))
        }
        depth += 1
        defer { depth -= 1 }
        switch term {
        case .missing: return add(constant: .missing)
        case .literal(let literal): return try self.literal(literal)
        case .parameter(let name): return try parameter(name)
        case .property(let path, let name): return try property(path, of: name)
        case .metadata(let field, let name): return try metadata(field, of: name)
        case .member(let path, let base): return member(path, of: try typedNode(base))
        case .variable(let name, let path):
            guard let number = variables[name] else {
                return try refuse(QuireError.invalidQuery("there is no variable \(name)"))
            }
            return member(path, of: add(.variable(number)))
        case .column(let name, let path): return try column(name, path)
        case .unary(.not, let operand):
            let operand = try node(operand)
            return add(.not(operand))
        case .unary(.negate, let operand):
            let operand = try node(operand)
            return folded(add(.negate(operand)), [operand])
        case .operation(let operation, let operands): return try self.operation(operation, operands)
        case .test(let test, let operand):
            let operand = try node(operand)
            return add(.test(test, operand))
        case .between(let operand, let lower, let upper, let isNegated):
            return try between(operand, lower: lower, upper: upper, isNegated: isNegated)
        case .membership(let operand, let container, let isNegated):
            return try membership(operand, container, isNegated: isNegated)
        case .conditional(let cases): return try conditional(cases)
        case .array(let items):
            let items = try typedNodes(items)
            return folded(try add(call: "quire_array", items), items)
        case .dictionary(let entries):
            let pairs = try entries.flatMap {
                [try add(constant: $0.key), try typedNode($0.value)]
            }
            return folded(try add(call: "quire_object", pairs), pairs)
        case .call(let name, let arguments): return try call(name, arguments)
        case .collated(let operand, let collation): return try collated(operand, collation)
        case .quantified(let quantified): return try self.quantified(quantified)
        case .exists(let statement): return try exists(statement)
        case .match: return try computed(term, "MATCH")
        case .rank: return try computed(term, "RANK")
        }
    }

    private mutating func property(_ path: PropertyPath, of name: String?) throws -> Int {
        switch scope.location(ofProperty: path, name) {
        case .own: add(path.isEmpty ? .document : .property(locations.number(of: path)))
        case .joined(let source): add(.property(locations.number(of: path, in: source)))
        case .none(let error): try refuse(error ?? unsupported("Another source"))
        }
    }

    private mutating func metadata(_ field: MetadataField, of name: String?) throws -> Int {
        switch scope.location(of: name) {
        case .own:
            add(field == .id ? .property(PropertyLocations.documentID) : .metadata(field))
        case .joined(let source): add(.property(locations.number(of: field, in: source)))
        case .none(let error): try refuse(error ?? unsupported("Another source"))
        }
    }

    /// Adds a query in `EXISTS`, which uses neither the sources nor the variables of this one.
    private mutating func exists(_ statement: SelectStatement) throws -> Int {
        guard var inner = innerStatements else { return try refuse(unsupported("EXISTS")) }
        let number = try inner.add(statement, parameters)
        innerStatements = inner
        return add(.exists(number))
    }

    /// Adds a term whose value the engine computes.
    private mutating func computed(_ term: QueryTerm, _ name: String) throws -> Int {
        guard let number = computed[term] else { return try refuse(unsupported(name)) }
        return add(.computed(number))
    }

    package mutating func nodes(_ terms: [QueryTerm]) throws -> [Int] {
        var nodes: [Int] = []
        for term in terms { nodes.append(try node(term)) }
        return nodes
    }

    private mutating func literal(_ literal: Literal) throws -> Int {
        switch literal {
        case .null: add(constant: .null)
        case .boolean(let value): add(constant: .boolean(value))
        case .integer(let value): add(constant: .integer(value))
        case .double(let value): add(constant: LanguageValue(number: value))
        case .string(let value): try add(constant: value)
        }
    }

    private mutating func parameter(_ name: String) throws -> Int {
        let bytes: [UInt8]?
        do {
            bytes = try parameters.encoded(name)
        } catch let error as QuireError {
            return try refuse(error)
        }
        guard let bytes else {
            return try refuse(
                QuireError(
                    .invalidQueryParameter, "The query's parameter $\(name) has no value."))
        }
        let storage = FleeceStorage(bytes)
        memory.keep(storage)
        return add(constant: LanguageValue(storage.root))
    }

    private mutating func member(_ path: PropertyPath, of base: Int) -> Int {
        if path.isEmpty { return base }
        paths.append(FleecePath(path))
        return folded(add(.member(of: base, path: paths.count - 1)), [base])
    }

    private mutating func column(_ name: String, _ path: PropertyPath) throws -> Int {
        guard let term = scope.aliases[name] else {
            return try refuse(QuireError.invalidQuery("there is no column \(name)"))
        }
        if case .property(let base, let source) = term {
            return try node(
                .property(PropertyPath(base.components + path.components), of: source))
        }
        return member(path, of: try node(term))
    }
}
