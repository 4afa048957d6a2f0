import Quire

/// Checks that the sequences of a collection are unique and at most the last assigned sequence.
struct SequenceCheck {
    let name: CollectionName
    let tables: CollectionTables

    private var location: String { "collection \(name.fullName)" }

    func run(_ check: inout BundleCheck) throws {
        let names = try tables.tables(on: check.reader.sqlite).map(\.table)
        try checkLast(names, &check)
        try checkRepeated(names, &check)
        if names.count == 2 { try checkTwice(&check) }
    }

    private func checkLast(_ tables: [SQLIdentifier], _ check: inout BundleCheck) throws {
        let last = try check.reader.lastSequence(of: self.tables)
        for table in tables {
            let statement = try check.reader.sqlite.prepare(
                "SELECT key, sequence FROM \(table) WHERE sequence > ?1 ORDER BY sequence LIMIT 20",
                purpose: "check the sequences")
            try statement.bind(last ?? 0, at: 1)
            while try statement.step() {
                try check.find(
                    "\(location), document \(statement.string(at: 0).debugDescription)",
                    "its sequence \(statement.int64(at: 1)) is greater than the last assigned "
                        + "sequence, \(last.map(String.init) ?? "which is not recorded")")
            }
        }
    }

    private func checkRepeated(_ tables: [SQLIdentifier], _ check: inout BundleCheck) throws {
        let rows = SQLText.joined(
            tables.map { "SELECT key, sequence FROM \($0)" }, separator: " UNION ALL ")
        let statement = try check.reader.sqlite.prepare(
            """
            SELECT sequence, count(*), min(key), max(key) FROM (\(rows)) \
            WHERE sequence IS NOT NULL GROUP BY sequence HAVING count(*) > 1
            """, purpose: "check the sequences")
        while try statement.step() {
            let (first, last) = (statement.string(at: 2), statement.string(at: 3))
            try check.find(
                "\(location), documents \(first.debugDescription) and \(last.debugDescription)",
                "\(statement.int64(at: 1)) documents have the sequence \(statement.int64(at: 0))")
        }
    }

    private func checkTwice(_ check: inout BundleCheck) throws {
        let statement = try check.reader.sqlite.prepare(
            "SELECT key FROM \(tables.liveTable) INTERSECT SELECT key FROM \(tables.tombstoneTable)",
            purpose: "look for documents that are live and deleted")
        while try statement.step() {
            try check.find(
                "\(location), document \(statement.string(at: 0).debugDescription)",
                "it is both live and deleted")
        }
    }
}
