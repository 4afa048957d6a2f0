/// All objects of a schema, parsed one by one.
struct SchemaObjects {
    private let names: SchemaNames
    private var tables: [SQLName: SchemaTable] = [:]
    private var fullTextTables: [SQLName: FullTextTable] = [:]
    /// The tables of Couchbase Lite's indexes of vectors, whose module is not available.
    private var vectorTables: Set<SQLName> = []
    private var indexes: [(name: SQLName, index: SchemaIndex)] = []
    private var triggers: [(name: SQLName, trigger: SchemaTrigger)] = []

    init(_ names: SchemaNames) {
        self.names = names
    }

    /// Whether the schema contains triggers.
    var hasTriggers: Bool { !triggers.isEmpty }

    /// Parses an object and adds it.
    ///
    /// The kind and the name of the object are read from the SQL text only, because SQLite uses
    /// only this text.
    ///
    /// - Parameter sql: The statement that creates the object.
    /// - Throws: ``SchemaDefect`` that names the object and its first unknown part.
    mutating func add(_ sql: UnsafeBufferPointer<UInt8>) throws(SchemaDefect) {
        var subject = "an unnamed object"
        do throws(SchemaDefect) {
            let (tokens, hasComments) = try SQLTokenizer.tokens(sql)
            var reader = SQLTokenReader(tokens[...])
            try reader.expect("create")
            if reader.skip("table") {
                let name = try Self.name(of: "the table", from: &reader, subject: &subject)
                tables[name] = try SchemaTable(name, &reader, collations: names.collations)
            } else if reader.skip("index") || reader.skip("unique") && reader.skip("index") {
                let name = try Self.name(of: "the index", from: &reader, subject: &subject)
                indexes.append((name, try SchemaIndex(&reader)))
            } else if reader.skip("trigger") {
                let name = try Self.name(of: "the trigger", from: &reader, subject: &subject)
                triggers.append((name, try SchemaTrigger(&reader)))
            } else if reader.skip("virtual") {
                try reader.expect("table")
                let name = try Self.name(of: "the table", from: &reader, subject: &subject)
                // A module parses its arguments independently, including comments.
                if hasComments { throw SchemaDefect("has comments among its arguments") }
                if IndexRecord.isVectorTable(name.text), Self.usesVectorModule(reader) {
                    vectorTables.insert(name)
                    return
                }
                fullTextTables[name] = try FullTextTable(name, &reader)
            } else if reader.skip("view") {
                _ = try Self.name(of: "the view", from: &reader, subject: &subject)
                throw SchemaDefect("is not part of the format")
            } else {
                throw .unknownForm
            }
        } catch {
            throw SchemaDefect("\(subject) \(error.description)")
        }
    }

    private static func usesVectorModule(_ reader: SQLTokenReader) -> Bool {
        var reader = reader
        return reader.skip("using") && reader.skip("vectorsearch")
    }

    /// Returns whether a trigger belongs to an index of vectors of Couchbase Lite.
    ///
    /// A file with such an index is never written, except without triggers.
    private func isOfVectorTable(_ trigger: SQLName) -> Bool {
        guard let range = trigger.text.ranges(of: "::").last else { return false }
        return vectorTables.contains(SQLName(String(trigger.text[..<range.lowerBound])))
    }

    private static func name(
        of kind: String, from reader: inout SQLTokenReader, subject: inout String
    ) throws(SchemaDefect) -> SQLName {
        let name = try reader.name()
        subject = "\(kind) \(name)"
        return name
    }

    /// Checks the objects after all of them have been added.
    ///
    /// - Parameter separateTables: The tables of listed indexes whose names do not contain that of a
    ///   collection's table. The value is the table whose triggers write the table, or `nil` if the
    ///   list does not name it.
    /// - Returns: The first defect of an object that has a known form but needs something that is
    ///   unavailable, or `nil` if every object can be used.
    /// - Throws: ``SchemaDefect`` that names the first object that is not part of the format.
    func check(
        separateTables: [SQLName: SQLName?]
    ) throws(SchemaDefect) -> SchemaDefect? {
        var unavailable = vectorTables.min { $0.text < $1.text }.map { name in
            SchemaDefect(
                "the table \(name) needs the module \(IndexRecord.vectorModule)",
                isUnavailable: true)
        }
        for (name, table) in fullTextTables {
            let defect = try Self.unavailable("the table \(name)") { () throws(SchemaDefect) in
                try table.check(names.tokenizers)
            }
            unavailable = unavailable ?? defect
        }
        for (name, index) in indexes {
            let defect = try Self.unavailable(
                "the index \(name)", isAllowed: index.isOnDocuments
            ) { () throws(SchemaDefect) in
                try index.check(tables, names)
            }
            unavailable = unavailable ?? defect
        }
        for (name, trigger) in triggers where !isOfVectorTable(name) {
            let defect = try Self.unavailable("the trigger \(name)") { () throws(SchemaDefect) in
                try trigger.check(
                    on: { separateTables[$0] != nil && tables[$0] != nil },
                    writing: { columns(ofIndex: $0, on: $1, separateTables) }, names)
            }
            unavailable = unavailable ?? defect
        }
        return unavailable
    }

    /// Returns the defect of an object that needs something unavailable, if that is allowed.
    private static func unavailable(
        _ subject: String, isAllowed: Bool = true, _ check: () throws(SchemaDefect) -> Void
    ) throws(SchemaDefect) -> SchemaDefect? {
        do throws(SchemaDefect) {
            try check()
            return nil
        } catch {
            let isUnavailable = isAllowed && error.isUnavailable
            let defect = SchemaDefect(
                "\(subject) \(error.description)", isUnavailable: isUnavailable)
            guard isUnavailable else { throw defect }
            return defect
        }
    }

    /// Returns the columns that a trigger may write, or `nil` if the table is not an index.
    private func columns(
        ofIndex name: SQLName, on table: SQLName, _ separateTables: [SQLName: SQLName?]
    ) -> Set<SQLName>? {
        if let index = fullTextTables[name] {
            return FullTextTable.collectionTable(of: name) == table ? index.columns : nil
        }
        if let source = NearestTables.source(ofTable: name.text), tables[name] != nil {
            return SQLName(source) == table ? ["vector"] : nil
        }
        guard let parent = separateTables[name], tables[name] != nil else { return nil }
        if let parent, parent != table { return nil }
        return ["i", "body"]
    }
}

/// The names that a schema can use on a connection.
struct SchemaNames {
    /// The functions with their supported numbers of arguments, where -1 means any number.
    let functions: [SQLName: Set<Int32>]
    let tables: Set<SQLName>
    let collations: Set<SQLName>
    let tokenizers: Set<SQLName>

    init(_ registered: RegisteredNames) {
        func names(_ texts: Set<String>) -> Set<SQLName> { Set(texts.map(SQLName.init(_:))) }
        let own = registered.schemaFunctions.map { (SQLName($0.key), $0.value) }
        functions = Dictionary(own) { first, _ in first }.merging(
            SQLExpressionRule.harmlessFunctions.map { ($0, [-1]) }
        ) { own, _ in own }
        tables = names(registered.tables)
        collations = names(registered.collations)
        tokenizers = names(registered.tokenizers)
    }
}

/// The reason why an object of a schema is not part of the format, or cannot be used here.
package struct SchemaDefect: Error, Equatable, CustomStringConvertible {
    /// A predicate that follows the object's name, such as `uses the function f, which is not …`.
    package let description: String

    /// Whether the object has a known form, but needs something that is unavailable.
    ///
    /// This can be a function, collation or tokenizer.
    let isUnavailable: Bool

    init(_ description: String, isUnavailable: Bool = false) {
        self.description = description
        self.isUnavailable = isUnavailable
    }

    /// Returns the defect of an object that needs something that this program does not have.
    ///
    /// - Parameter use: A predicate, such as `uses the function f`.
    /// - Returns: The defect.
    static func unavailable(_ use: String) -> SchemaDefect {
        SchemaDefect("\(use), which is not supported", isUnavailable: true)
    }

    static let unknownForm = SchemaDefect("has an unknown form")
}
