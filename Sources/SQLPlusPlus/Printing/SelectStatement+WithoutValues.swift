extension SelectStatement {
    /// The text of the statement with a numbered parameter in place of each value: `roomRate < $1`.
    ///
    /// Strings, numbers, and arrays and dictionaries of constants are replaced, so that the text
    /// contains no data and is the same for all values. Strings that are compared with the property
    /// `type` remain, because they are names of types.
    package var descriptionWithoutValues: String {
        var count = 0
        return replacingTerms { term in
            // Returning the term itself also keeps its operands.
            if term.isTypeCondition { return term }
            guard term.isRemovableValue else { return nil }
            count += 1
            return .parameter(String(count))
        }.description
    }
}

extension QueryTerm {
    fileprivate var isTypeCondition: Bool {
        switch self {
        case .operation(.equal, let operands):
            operands.count == 2 && operands[0].isTypeProperty && operands[1].isString
        case .membership(let element, in: .array(let names), _):
            element.isTypeProperty && names.allSatisfy(\.isString)
        default: false
        }
    }

    private var isTypeProperty: Bool {
        if case .property(let path, _) = self { path.components == [.key("type")] } else { false }
    }

    private var isString: Bool {
        if case .literal(.string) = self { true } else { false }
    }

    fileprivate var isRemovableValue: Bool {
        switch self {
        case .literal(.null), .literal(.boolean): false
        default: isConstant
        }
    }

    private var isConstant: Bool {
        switch self {
        case .literal: true
        case .array(let items): items.allSatisfy(\.isConstant)
        case .dictionary(let entries): entries.allSatisfy(\.value.isConstant)
        default: false
        }
    }
}
