// The triggers keep the table of an index in line with a collection's table. What they may do:
//
//   INSERT INTO index (docid, column, …) VALUES (expression, …);
//   INSERT INTO index (docid, column, …) SELECT expression, … FROM fl_each(…) [AS name] [WHERE …];
//   DELETE FROM index WHERE docid = old.rowid;

/// A trigger of a schema.
struct SchemaTrigger {
    /// The collection's table that fires it.
    private let table: SQLName
    private let condition: ArraySlice<SQLToken>
    private var statements: [ArraySlice<SQLToken>] = []

    /// Reads what follows `CREATE TRIGGER name`.
    ///
    /// - Parameter reader: The rest of the text.
    /// - Throws: ``SchemaDefect`` if it is not of the form that is known.
    init(_ reader: inout SQLTokenReader) throws(SchemaDefect) {
        guard reader.skip("before") || reader.skip("after") else { throw .unknownForm }
        if reader.skip("update") {
            if reader.skip("of") {
                repeat { _ = try reader.name() } while reader.skip(symbol: ",")
            }
        } else if !reader.skip("insert") {
            try reader.expect("delete")
        }
        try reader.expect("on")
        table = try reader.name()
        if reader.skip("for") { try reader.expect("each", "row") }
        condition = reader.skip("when") ? reader.tokens(until: { $0.isWord("begin") }) : []
        try reader.expect("begin")
        while !reader.skip("end") {
            statements.append(reader.tokens(until: { $0.isSymbol(";") }))
            try reader.expect(symbol: ";")
        }
        try reader.expectEnd()
    }

    /// Checks that the trigger does nothing but keep an index.
    ///
    /// - Parameters:
    ///   - isIndex: Says whether a table is that of an array index, which can have triggers as a
    ///     collection's can.
    ///   - targets: The tables of indexes that it may write, with their columns.
    ///   - names: What is registered besides SQLite's own.
    /// - Throws: ``SchemaDefect`` that says what is not known.
    func check(
        on isIndex: (SQLName) -> Bool,
        writing targets: (SQLName, _ table: SQLName) -> Set<SQLName>?, _ names: SchemaNames
    ) throws(SchemaDefect) {
        guard KeyStore.collection(ofLiveTable: table.text) != nil || isIndex(table) else {
            throw SchemaDefect("is on \(table), which is no collection's table")
        }
        let rule = SQLExpressionRule(
            tables: ["new", "old"], functions: names.functions, collations: names.collations)
        // An index cannot look through items; the condition of a trigger can.
        var conditionRule = rule
        conditionRule.itemTables = names.tables
        try conditionRule.check(condition)
        for statement in statements {
            var reader = SQLTokenReader(statement)
            if reader.skip("insert") {
                try reader.expect("into")
                let target = try reader.name()
                try check(insertionInto: target, targets(target, table), &reader, rule, names)
            } else if reader.skip("delete") {
                try reader.expect("from")
                let target = try reader.name()
                guard targets(target, table) != nil else { throw Self.writes(target) }
                try checkDeletion(&reader)
            } else {
                throw SchemaDefect(
                    "runs \(statement.first.map { SQLName($0.text).plain } ?? "nothing")")
            }
        }
    }

    private static func writes(_ target: SQLName) -> SchemaDefect {
        SchemaDefect("writes \(target), which is no index of its collection")
    }

    private func checkDeletion(_ reader: inout SQLTokenReader) throws(SchemaDefect) {
        try reader.expect("where", "docid")
        try reader.expect(symbol: "=")
        try reader.expect("old")
        try reader.expect(symbol: ".")
        try reader.expect("rowid")
        try reader.expectEnd()
    }

    private func check(
        insertionInto target: SQLName, _ targetColumns: Set<SQLName>?,
        _ reader: inout SQLTokenReader, _ rule: SQLExpressionRule, _ names: SchemaNames
    ) throws(SchemaDefect) {
        guard let targetColumns else { throw Self.writes(target) }
        // A full-text table takes the hidden column of its own name for a command.
        let columns = try reader.namesInParentheses()
        guard columns.first == "docid", targetColumns.isSuperset(of: columns.dropFirst()) else {
            throw SchemaDefect("writes other columns of \(target) than the format has")
        }
        if reader.skip("values") {
            try rule.check(try reader.tokensInParentheses())
            return try reader.expectEnd()
        }
        try reader.expect("select")
        let results = reader.tokens(until: { $0.isWord("from") })
        try reader.expect("from")
        let source = try reader.name()
        guard names.tables.contains(source) else {
            throw .unavailable("reads \(source)")
        }
        try rule.check(try reader.tokensInParentheses())
        let rowRule = try rule.itemRule(of: source, &reader)
        try rowRule.check(results)
        if reader.skip("where") { try rowRule.check(reader.rest()) }
        try reader.expectEnd()
    }
}
