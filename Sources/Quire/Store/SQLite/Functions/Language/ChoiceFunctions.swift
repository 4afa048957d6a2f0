import CSQLite

/// The functions that choose among their arguments.
enum ChoiceFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("N1QL_ifnull", -1, use: .schema) {
            first(FunctionCall($0, $1, $2)) { !$0.isNull }
        },
        LanguageFunction("quire_if_missing", -1) {
            first(FunctionCall($0, $1, $2)) { !$0.isMissing }
        },
        LanguageFunction("ifmissingornull", -1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            if let chosen = call.arguments.first(where: { !$0.isMissing && !$0.isNull }) {
                call.setResult(to: chosen)
            } else {
                call.result.setNull()
            }
        },
        LanguageFunction("N1QL_nullif", 2, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            guard ValueOrder.compare(call[0], call[1]) == 0 else {
                return call.setResult(to: call[0])
            }
            call.result.setNull()
        },
        LanguageFunction("missingif", 2, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            guard ValueOrder.compare(call[0], call[1]) == 0 else {
                return call.setResult(to: call[0])
            }
            call.result.setMissing()
        },
        LanguageFunction("quire_greatest", -1) {
            extreme(FunctionCall($0, $1, $2)) { $0 > 0 }
        },
        LanguageFunction("quire_least", -1) { extreme(FunctionCall($0, $1, $2)) { $0 < 0 } },
    ]

    /// The first argument that is wanted, else the last one.
    private static func first(_ call: FunctionCall, _ isWanted: (SQLiteArgument) -> Bool) {
        // A schema of somebody else's may call it without any argument.
        guard call.count > 0 else { return call.result.setNull() }
        call.setResult(to: call.arguments.first(where: isWanted) ?? call[call.count - 1])
    }

    private static func extreme(_ call: FunctionCall, _ isBetter: (Int) -> Bool) {
        guard call.count > 0 else { return call.result.setNull() }
        var best = call[0]
        for argument in call.arguments {
            if argument.isMissing { return call.result.setMissing() }
            if isBetter(ValueOrder.compare(argument, best)) { best = argument }
        }
        call.setResult(to: best)
    }
}
