#if PostgreSQL
    import SQLPlusPlus

    /// A comparison of a stored value with a literal, in the order of Quire: numbers with false as 0 and
    /// true as 1, strings, null, arrays and dictionaries.
    enum ValueComparison {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

        init?(_ operation: BinaryOperator) {
            switch operation {
            case .equal: self = .equal
            case .notEqual: self = .notEqual
            case .lessThan: self = .less
            case .lessThanOrEqual: self = .lessOrEqual
            case .greaterThan: self = .greater
            case .greaterThanOrEqual: self = .greaterOrEqual
            default: return nil
            }
        }

        var negated: Self {
            switch self {
            case .equal: .notEqual
            case .notEqual: .equal
            case .less: .greaterOrEqual
            case .lessOrEqual: .greater
            case .greater: .lessOrEqual
            case .greaterOrEqual: .less
            }
        }

        /// The comparison with exchanged operands.
        var reversed: Self {
            switch self {
            case .equal, .notEqual: self
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            }
        }

        var sql: String {
            switch self {
            case .equal: "="
            case .notEqual: "<>"
            case .less: "<"
            case .lessOrEqual: "<="
            case .greater: ">"
            case .greaterOrEqual: ">="
            }
        }

        /// Whether the comparison is true for values that precede the other operand.
        var includesLess: Bool { self == .less || self == .lessOrEqual || self == .notEqual }
        /// Whether the comparison is true for values that follow the other operand.
        var includesGreater: Bool {
            self == .greater || self == .greaterOrEqual || self == .notEqual
        }

        func isTrue(_ left: Double, _ right: Double) -> Bool {
            left < right ? includesLess : left > right ? includesGreater : includesEqual
        }

        var includesEqual: Bool {
            self == .equal || self == .lessOrEqual || self == .greaterOrEqual
        }
    }
#endif
