// Triggers update the table of an index when a collection's table changes. They may contain these
// statements:
//
//   INSERT INTO index (docid, column, …) VALUES (expression, …);
//   INSERT INTO index (docid, column, …) SELECT expression, … FROM fl_each(…) [AS name] [WHERE …];
//   DELETE FROM index WHERE docid = old.rowid;

/// A trigger of a schema.
struct SchemaTrigger {
    /// The table whose changes fire the trigger.
    private let table: SQLName
    private let condition: ArraySlice<SQLToken>
    private var statements: [ArraySlice<SQLToken>] = []

    /// Parses the text after `CREATE TRIGGER name`.
    ///
    /// - Parameter reader: A reader of the remaining tokens.
    /// - Throws: ``SchemaDefect`` if the text has an unknown form.
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

    /// Checks that the trigger only updates an index.
    ///
    /// - Parameters:
    ///   - isIndex: A closure that returns whether a table belongs to an array index. Such a table
    ///     can have the same triggers as a collection's table.
    ///   - targets: A closure that returns the columns of an index table that the trigger may
    ///     write, or `nil` if the trigger may not write the table.
    ///   - names: The names of the functions and collations that are registered in addition to
    ///     SQLite's own.
    /// - Throws: ``SchemaDefect`` that names the first unknown part.
    func check(
        on isIndex: (SQLName) -> Bool,
        writing targets: (SQLName, _ table: SQLName) -> Set<SQLName>?, _ names: SchemaNames
    ) throws(SchemaDefect) {
        guard CollectionTables.collection(ofLiveTable: table.text) != nil || isIndex(table) else {
            throw SchemaDefect("is on \(table), which is not a collection's table")
        }
        let rule = SQLExpressionRule(
            tables: ["new", "old"], functions: names.functions, collations: names.collations)
        // The condition of a trigger can query the items of an array. An index expression cannot.
        var conditionRule = rule
        conditionRule.itemTables = names.tables
        try conditionRule.check(condition)
        for statement in statements {
            var reader = SQLTokenReader(statement)
            if reader.skip("insert") {
                try reader.expect("into")
                let target = try reader.name()
                try checkInsertion(
                    into: target, columns: targets(target, table), reader: &reader, rule: rule,
                    names: names)
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
        SchemaDefect("writes \(target), which is not an index of its collection")
    }

    private func checkDeletion(_ reader: inout SQLTokenReader) throws(SchemaDefect) {
        try reader.expect("where", "docid")
        try reader.expect(symbol: "=")
        try reader.expect("old")
        try reader.expect(symbol: ".")
        try reader.expect("rowid")
        try reader.expectEnd()
    }

    private func checkInsertion(
        into target: SQLName, columns targetColumns: Set<SQLName>?,
        reader: inout SQLTokenReader, rule: SQLExpressionRule, names: SchemaNames
    ) throws(SchemaDefect) {
        guard let targetColumns else { throw Self.writes(target) }
        // A value in the hidden column of a full-text table, which has the table's name, is a
        // command.
        let columns = try reader.namesInParentheses()
        guard columns.first == "docid", targetColumns.isSuperset(of: columns.dropFirst()) else {
            throw SchemaDefect("writes columns of \(target) that the format does not have")
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
