/// The functions that select one of their arguments.
enum ChoiceFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("N1QL_ifnull", arguments: -1, use: .schema) { call in
            first(call) { !$0.isNull }
        },
        LanguageFunction("quire_if_missing", arguments: -1) { call in first(call) { !$0.isMissing }
        },
        LanguageFunction("ifmissingornull", arguments: -1, use: .schema) { call in
            call.arguments.first { !$0.isMissing && !$0.isNull } ?? .null
        },
        LanguageFunction("N1QL_nullif", arguments: 2, use: .schema) {
            call throws(FunctionFailure) in
            try choose(call, ifEqual: .null)
        },
        LanguageFunction("missingif", arguments: 2, use: .schema) { call throws(FunctionFailure) in
            try choose(call, ifEqual: .missing)
        },
        LanguageFunction("quire_greatest", arguments: -1) { call throws(FunctionFailure) in
            try extreme(call) { $0 > 0 }
        },
        LanguageFunction("quire_least", arguments: -1) { call throws(FunctionFailure) in
            try extreme(call) { $0 < 0 }
        },
    ]

    /// Returns the first argument that matches, or the last argument if none matches.
    private static func first(
        _ call: FunctionCall, _ isWanted: (LanguageValue) -> Bool
    ) -> LanguageValue {
        // A schema written by another program may call the function without arguments.
        call.arguments.first(where: isWanted) ?? call.arguments.last ?? .null
    }

    private static func choose(
        _ call: FunctionCall, ifEqual result: LanguageValue
    ) throws(FunctionFailure) -> LanguageValue {
        if let result = call.passedOn() { return result }
        return try ValueOrder.compare(call[0], call[1], collation: nil, work: call.work) == 0
            ? result : call[0]
    }

    private static func extreme(
        _ call: FunctionCall, _ isBetter: (Int) -> Bool
    ) throws(FunctionFailure) -> LanguageValue {
        guard var best = call.arguments.first else { return .null }
        for argument in call.arguments {
            if argument.isMissing { return .missing }
            if isBetter(try ValueOrder.compare(argument, best, collation: nil, work: call.work)) {
                best = argument
            }
        }
        return best
    }
}
