#if PostgreSQL
    import Fleece
    import Foundation
    public import Quire
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
            if let search = try search(statement) { return try records(of: search) }
            let evaluator = try StatementEvaluator(statement)
            if evaluator.readsSources(of: statement) {
                return try evaluate(evaluator) { try evaluator.records(among: $0, joining: $1) }
            }
            switch try selection(statement, selectsRecords: true) {
            case .groups: return []
            case .documents(let documents): return try evaluator.records(among: documents)
            }
        }

        /// Counts the documents that meet a condition.
        ///
        /// - Parameter condition: The condition.
        /// - Returns: The number of documents.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func count(where condition: QueryTerm) throws -> Int {
            let statement = SelectStatement([.star], from: CollectionSource("_"), where: condition)
            if let search = try search(statement) { return try count(of: search) }
            let evaluator = try StatementEvaluator(statement)
            if let count = try serverCount(where: condition) { return count }
            if evaluator.readsSources(of: statement) {
                return try evaluate(evaluator) { try evaluator.count(among: $0, joining: $1) }
            }
            // Only the properties of the condition are necessary.
            let counted = SelectStatement(
                [ResultColumn(.metadata(.id, of: nil))], from: CollectionSource("_"),
                where: condition)
            switch try selection(counted, selectsRecords: false) {
            case .groups: return 0
            case .documents(let documents): return try evaluator.count(among: documents)
            }
        }

        /// Reads the rows of a statement.
        ///
        /// - Parameter statement: A statement with columns.
        /// - Returns: The rows.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func rows(of statement: SelectStatement) throws -> ResultSet {
            if let search = try search(statement) {
                return try evaluator(of: search).rows(
                    of: documents(of: search), codingInfo: codingInfo)
            }
            let evaluator = try StatementEvaluator(statement)
            if evaluator.readsSources(of: statement) {
                return try evaluate(evaluator) {
                    try evaluator.rows(of: $0, codingInfo: codingInfo, joining: $1)
                }
            }
            switch try selection(statement, selectsRecords: false) {
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
            let (sql, parameters): (String, [PostgresValue])
            if let search = try search(statement) {
                _ = try evaluator(of: search)
                (sql, parameters) = try selection(search)
            } else {
                let evaluator = try StatementEvaluator(statement)
                let plan =
                    try evaluator.readsSources(of: statement)
                    ? plan(forDocumentsWhere: evaluator.sourceCondition, ids: nil)
                    : SelectionPlan(
                        of: statement, from: statements.table, rowFilter(),
                        selectsRecords: statement.columns.map(\.term) == [.star], allowsPart: true)
                (sql, parameters) = (plan.sql, plan.parameters)
            }
            let lines = try owner.query {
                try $0.rows("EXPLAIN \(sql)", parameters).map { $0.text(0) }
            }
            return "\(statement)\n\n\(sql)\n\n\(lines.joined(separator: "\n"))\n"
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
            _ statement: SelectStatement, selectsRecords: Bool
        ) throws -> Selection {
            let filter = try rowFilter()
            for allowsPart in [true, false] {
                let plan = SelectionPlan(
                    of: statement, from: statements.table, filter, selectsRecords: selectsRecords,
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
                try connection.forEachRow(plan.sql, plan.parameters) { row in
                    if try !isKnown || row.boolean(6) {
                        isKnown = false
                    } else {
                        documents.append(try document(row, properties))
                    }
                }
                return isKnown ? documents : nil
            }
        }

        func document(
            _ row: PostgresRow, _ properties: SelectedProperties?
        ) throws -> EvaluatedDocument {
            let revision = try StoredRow.revision(row, self)
            let body = try PostgresBody.read(row, exact: 4, of: revision.id, in: location) {
                guard let properties else { return try PostgresBody.fromJSON(row, 7) }
                return try properties.body(row, firstColumn: 7) { column, writer in
                    try row.withJSON(column) { try JSONReader.read($0, into: writer) }
                }
            }
            let record = DocumentRecord(
                id: revision.id, revisionID: revision.revisionID, sequence: revision.sequence,
                body: body)
            let expiration = try row.integerIfPresent(5)
                .map { PostgresTime(microseconds: $0).milliseconds }
            return EvaluatedDocument(record, expiration: expiration)
        }

        /// Returns the number of documents that meet a condition, if the server can compute it.
        ///
        /// - Returns: The number, or `nil` if the evaluator must check documents.
        private func serverCount(where condition: QueryTerm) throws -> Int? {
            // The number of all documents does not depend on their bodies.
            if condition == .literal(.boolean(true)) {
                let sql = "SELECT count(*) FROM \(statements.table) WHERE flags & 1 = 0"
                return Int(try owner.query { try $0.rows(sql)[0].integer(0) })
            }
            var filter = try rowFilter()
            let form = filter.condition(condition)
            guard filter.isExact else { return nil }
            let row = try owner.query {
                try $0.rows(
                    """
                    SELECT count(*), count(exact) FROM \(statements.table) WHERE \(form)
                    """, filter.parameters)
            }[0]
            return try row.integer(1) == 0 ? Int(row.integer(0)) : nil
        }
    }
#endif
