extension Printer {
    /// Writes a term, in parentheses if its precedence is below the minimum.
    mutating func write(_ term: QueryTerm, atLeast minimum: Precedence = .collation) {
        if term.precedence < minimum {
            writeInParentheses(term)
        } else {
            writeBare(term)
        }
    }

    mutating func writeInParentheses(_ term: QueryTerm) {
        write("(")
        writeBare(term)
        write(")")
    }

    private mutating func writeBare(_ term: QueryTerm) {
        switch term {
        case .missing:
            write("MISSING")
        case .literal(let literal):
            write(literal)
        case .array(let elements):
            write("[")
            writeList(elements) { $0.write($1) }
            write("]")
        case .dictionary(let entries):
            write(entries)
        case .property(let path, let source):
            writeProperty(path, of: source)
        case .column(let alias, let path):
            writeColumn(alias, path)
        case .metadata(let field, let source):
            write("META(\(source.map(Identifier.text(for:)) ?? "")).\(field.rawValue)")
        case .parameter(let name):
            write("$\(name)")
        case .member(let path, let base):
            writeMember(path, of: base)
        case .unary(let unary, let operand):
            write(unary, operand)
        case .operation(let binary, let operands):
            write(binary, operands)
        case .test(let test, let operand):
            write(operand, atLeast: .relational)
            write(" \(test.spelling)")
        case .between(let value, let lower, let upper, let isNegated):
            write(value, atLeast: .relational)
            write(isNegated ? " NOT BETWEEN " : " BETWEEN ")
            write(lower, atLeast: .relational)
            write(" AND ")
            write(upper, atLeast: .relational)
        case .membership(let element, let container, let isNegated):
            write(element, atLeast: .relational)
            write(isNegated ? " NOT IN " : " IN ")
            // A parenthesis after IN would begin a list. A plus sign prevents that and has no
            // effect.
            write(prefix: "+", beforeParenthesisOf: { $0.write(container, atLeast: .relational) })
        case .conditional(let choice):
            write(choice)
        case .call(let name, let arguments):
            write("\(name)(")
            writeList(arguments) { $0.write($1) }
            write(")")
        case .collated(let operand, let collation):
            write(operand, atLeast: .disjunction)
            write(" COLLATE \(collation.text)")
        case .quantified(let quantified):
            write(quantified)
        case .variable(let name, let path):
            write(PropertyPath([.key(name)] + path.components).description)
        case .exists(let statement):
            write("EXISTS (\(statement))")
        case .match(let index, let source, let query):
            write("MATCH(\(Self.text(forIndex: index, of: source)), ")
            write(query)
            write(")")
        case .rank(let index, let source):
            write("RANK(\(Self.text(forIndex: index, of: source)))")
        }
    }
}
