import Quire

/// Benchmarks of setting a property of stored hotels, against JSON in a text column.
enum RepositoryPatching {
    /// Sets the rate of single hotels, one transaction each.
    static func comparePatch() throws -> Comparison {
        let bench = try filledBench(count: RepositoryBench.count)
        let ids = bench.randomIDs(count: 1_000)
        let statement = try PlainPatch("rate", where: "k = ?2", in: bench.peer)
        var rate = 0.0
        func patchAll() throws {
            rate += 0.25
            for id in ids { try bench.hotels.patch(id) { $0.set(\.rate, to: rate) } }
        }
        func setAll() throws {
            rate += 0.25
            for id in ids { try statement.set(rate, key: id) }
        }
        return Comparison(
            subject: .time(
                ours: Workload(operations: ids.count, pass: patchAll),
                peer: Workload(operations: ids.count, pass: setAll)),
            verify: {
                try patchAll()
                rate -= 0.25
                try setAll()
                try bench.verifyEquality()
            })
    }

    /// Sets the rate of all hotels with some numbers of stars, in one transaction.
    static func compareSelection() throws -> Comparison {
        let bench = try filledBench(count: 10_000)
        let stars = 3
        let condition =
            "json_extract(body, '$.type') = 'hotel' AND json_extract(body, '$.stars') >= ?2"
        let statement = try PlainPatch("rate", where: condition, in: bench.peer)
        let selection = bench.hotels.filter { $0.stars >= stars }
        let count = try selection.count()
        var rate = 0.0
        func patch() throws {
            rate += 0.25
            let patched = try selection.patch { $0.set(\.rate, to: rate) }
            guard patched == count else { throw Disagreement("\(patched) patches") }
        }
        func set() throws {
            rate += 0.25
            try statement.set(rate, number: stars)
        }
        return Comparison(
            subject: .time(
                ours: Workload(operations: count, pass: patch),
                peer: Workload(operations: count, pass: set)),
            verify: {
                try patch()
                rate -= 0.25
                try set()
                try bench.verifyEquality()
            })
    }

    private static func filledBench(count: Int) throws -> RepositoryBench {
        let bench = try RepositoryBench(count: count)
        try bench.saveAll()
        try bench.saveAllAsDocuments()
        return bench
    }
}

extension RepositoryBench {
    /// Stores the JSON of the documents, which includes the type, in the text column.
    fileprivate func saveAllAsDocuments() throws {
        try peer.inTransaction {
            for model in models {
                guard let id = model.id, let json = try collection.body(id: id)?.value.json()
                else { continue }
                try Array(json.utf8).withUnsafeBytes { try peer.insert(id, text: $0) }
            }
        }
    }

    /// Checks that both sides contain equal documents.
    fileprivate func verifyEquality() throws {
        for model in models {
            let id = model.id ?? ""
            let ours = try collection.body(id: id)?.value.json(.canonical)
            let theirs = try peer.withBody(id) { bytes in
                let writer = FleeceWriter()
                try JSONReader.read(String(decoding: bytes, as: UTF8.self), into: writer)
                return try FleeceStorage(writer.finish()).root?.json(.canonical)
            }
            guard ours == theirs else { throw Disagreement("a hotel differs: \(id)") }
        }
    }
}
