#if PostgreSQL
    import Foundation

    /// The figures of a scaling run on PostgreSQL, as a table and JSON.
    struct PostgresScalingReport: Encodable {
        struct Figure: Encodable {
            /// The number of documents in the table.
            let documents: Int
            let operation: String
            /// The elapsed time of one operation.
            let nanoseconds: Double
            /// How often the operation ran.
            let count: Int

            var time: String { Scale.time(nanoseconds) }
        }

        let machine: Machine
        var server = ""
        var figures: [Figure] = []
        /// The size of each table with its indexes, in bytes.
        var sizes: [(documents: Int, bytes: Int)] = []

        private enum CodingKeys: CodingKey { case machine, server, figures }

        /// Writes `postgres-scaling.md` and `postgres-scaling.json`.
        func write(to folder: URL) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(markdown.utf8).write(to: folder.appending(path: "postgres-scaling.md"))
            try ReportFiles.json(self).write(to: folder.appending(path: "postgres-scaling.json"))
        }

        /// A row for each operation, and a column for each size.
        var markdown: String {
            let counts = sizes.map(\.documents)
            var table = MarkdownTable(titles: ["operation"] + counts.map { "\($0) documents" })
            var operations: [String] = []
            for figure in figures where !operations.contains(figure.operation) {
                operations.append(figure.operation)
            }
            for operation in operations {
                let times = counts.map { count in
                    figures.first { $0.documents == count && $0.operation == operation }?.time ?? ""
                }
                table.rows.append([operation] + times)
            }
            table.rows.append(
                ["size of the table with indexes"] + sizes.map { Scale.size(Double($0.bytes)) })
            return "\(MarkdownTable(machine).text)\n\(server)\n\n\(table.text)"
        }
    }
#endif
