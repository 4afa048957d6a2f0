#if PostgreSQL
    import Fleece
    import Foundation
    public import QuireModels
    public import SQLPlusPlus

    extension PostgresStore {
        /// Reads the documents that a statement selects.
        ///
        /// - Parameter statement: A statement of whole documents.
        /// - Returns: The documents. If the statement has no order, the documents are in the order of
        ///   their first saves.
        /// - Throws: `QuireError` with code `invalidQuery` if the statement is invalid,
        ///   `unsupportedOperation` if the engine cannot compute it, or an error of the server.
        public func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord] {
            let query = try query(statement)
            if query.readsSources {
                return try evaluate(query) { try query.evaluator.records(among: $0, joining: $1) }
            }
            return try query.evaluator.records(among: selectedDocuments(query))
        }

        /// Counts the documents that meet a condition.
        ///
        /// - Parameter condition: A term that is true for the documents to count.
        /// - Returns: The number of documents.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func count(where condition: QueryTerm) throws -> Int {
            // Only the properties of the condition are necessary.
            let statement = SelectStatement(
                [ResultColumn(.metadata(.id, of: nil))], from: CollectionSource("_"),
                where: condition)
            let query = try query(statement)
            if let count = try serverCount(query) { return count }
            if query.readsSources {
                return try evaluate(query) { try query.evaluator.count(among: $0, joining: $1) }
            }
            switch try selection(query, selectsRecords: false) {
            case .groups: return 0
            case .documents(let documents): return try query.evaluator.count(among: documents)
            }
        }

        /// Reads the rows of a statement.
        ///
        /// - Parameter statement: A statement with columns.
        /// - Returns: The rows.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func rows(of statement: SelectStatement) throws -> ResultSet {
            let query = try query(statement)
            let evaluator = query.evaluator
            if query.readsSources {
                return try evaluate(query) {
                    try evaluator.rows(of: $0, codingInfo: codingInfo, joining: $1)
                }
            }
            switch try selection(query, selectsRecords: false) {
            case .groups(let groups):
                return try evaluator.rows(ofGroups: groups, codingInfo: codingInfo)
            case .documents(let documents):
                return try evaluator.rows(of: documents, codingInfo: codingInfo)
            }
        }

        /// Explains how the engine computes a statement.
        ///
        /// - Parameter statement: A statement of whole documents, or one with columns.
        /// - Returns: The statement in SQL++, the SQL statement, and the plan of the server.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func explanation(of statement: SelectStatement) throws -> String {
            let query = try query(statement)
            let plan =
                try query.readsSources
                ? sourcePlan(of: query)
                : SelectionPlan(
                    of: query, from: statements.table, rowFilter(),
                    selectsRecords: statement.columns.map(\.term) == [.star], allowsPart: true)
            let lines = try owner.query {
                try $0.rows("EXPLAIN \(plan.sql)", plan.parameters).map { $0.text(0) }
            }
            return "\(statement)\n\n\(plan.sql)\n\n\(lines.joined(separator: "\n"))\n"
        }

        // MARK: Plans

        /// Prepares a statement.
        func query(_ statement: SelectStatement) throws -> PreparedQuery {
            if let search = try search(statement) { return try PreparedQuery(search) }
            return try PreparedQuery(statement)
        }

        /// Returns the plan that reads whole documents that may meet the condition of a query.
        ///
        /// - Parameters:
        ///   - query: The query, whose condition limits the documents.
        ///   - ids: The IDs of the documents, or `nil` for all documents.
        /// - Returns: The plan.
        /// - Throws: An error of the server.
        func plan(_ query: PreparedQuery, ids: [String]? = nil) throws -> SelectionPlan {
            SelectionPlan(
                of: query, from: statements.table, try rowFilter(), ids: ids,
                selectsRecords: true, allowsPart: false)
        }

        /// Returns a filter that uses the indexes of the collection.
        func rowFilter() throws -> RowFilter {
            let indexes = try owner.read { try storedIndexes.recent($0) }
            return RowFilter(
                indexed: Set(indexes.values.filter { $0.kind == .value }.flatMap(\.values)),
                ordersByBytes: owner.ordersByBytes)
        }

        // MARK: Results of the server

        /// What the server has selected.
        private enum Selection {
            case groups([EvaluatedGroup])
            case documents([EvaluatedDocument])
        }

        private func selection(
            _ query: PreparedQuery, selectsRecords: Bool
        ) throws -> Selection {
            let filter = try rowFilter()
            for allowsPart in [true, false] {
                let plan = SelectionPlan(
                    of: query, from: statements.table, filter, selectsRecords: selectsRecords,
                    allowsPart: allowsPart)
                switch plan.form {
                case .groups(let selection):
                    let rows = try owner.query { try $0.rows(plan.sql, plan.parameters) }
                    if let groups = try selection.groups(rows) { return .groups(groups) }
                case .documents(let properties):
                    if let documents = try documents(plan, properties) {
                        return .documents(documents)
                    }
                }
            }
            return .documents([])
        }

        /// Returns the documents among which are those that a statement of whole documents selects.
        func selectedDocuments(_ query: PreparedQuery) throws -> [EvaluatedDocument] {
            switch try selection(query, selectsRecords: true) {
            case .groups: []
            case .documents(let documents): documents
            }
        }

        /// Returns the documents that a plan selects, in the order of their first saves.
        ///
        /// - Returns: The documents, or `nil` if the order of arrays and dictionaries decides which
        ///   documents are the first ones.
        func documents(
            _ plan: SelectionPlan, _ properties: SelectedProperties?
        ) throws -> [EvaluatedDocument]? {
            try owner.query { connection in
                var documents: [EvaluatedDocument] = []
                var isKnown = true
                try connection.forEachRow(plan.sql, parameters: plan.parameters) { row in
                    if try !isKnown || row.boolean(6) {
                        isKnown = false
                    } else {
                        documents.append(try document(in: row, plan: plan, properties: properties))
                    }
                }
                return isKnown ? documents : nil
            }
        }

        func document(
            in row: PostgresRow, plan: SelectionPlan, properties: SelectedProperties?
        ) throws -> EvaluatedDocument {
            let revision = try StoredRow.revision(row, self)
            let body = try PostgresBody.read(row, exact: 4, of: revision.id, in: location) {
                guard let properties else { return try PostgresBody.fromJSON(row, plan.bodyColumn) }
                return try properties.body(row, firstColumn: plan.bodyColumn) { column, writer in
                    try row.withJSON(column) { try JSONReader.read($0, into: writer) }
                }
            }
            let record = DocumentRecord(
                id: revision.id, revisionID: revision.revisionID, sequence: revision.sequence,
                body: body)
            let expiration = try row.integerIfPresent(5)
                .map { PostgresTime(microseconds: $0).milliseconds }
            var document = EvaluatedDocument(record, expiration: expiration)
            if let search = plan.search {
                document.computedValues = try search.values(
                    row, from: SelectionPlan.computedColumn)
            }
            return document
        }

        /// Returns the number of documents that meet a condition, if the server can compute it.
        ///
        /// - Returns: The number, or `nil` if the evaluator must check documents.
        private func serverCount(_ query: PreparedQuery) throws -> Int? {
            // The number of all documents does not depend on their bodies.
            if query.statement.condition == .literal(.boolean(true)) {
                let sql = "SELECT count(*) FROM \(statements.table) WHERE flags & 1 = 0"
                return Int(try owner.query { try $0.rows(sql)[0].integer(0) })
            }
            let condition = query.condition(try rowFilter())
            guard condition.isExact else { return nil }
            let row = try owner.query {
                try $0.rows(
                    """
                    SELECT count(*), count(exact) FROM \(statements.table) WHERE \(condition.sql)
                    """, condition.filter.parameters)
            }[0]
            return try row.integer(1) == 0 ? Int(row.integer(0)) : nil
        }
    }
#endif
