#if PostgreSQL
    import Quire

    /// Benchmarks of reading and saving documents on a PostgreSQL server.
    enum PostgresDocuments {
        static let count = 100_000
        static let reads = 1_000
        static let batchSize = 1_000
        static let singles = 100

        /// Returns random IDs of the hotels.
        static func randomIDs(_ bench: PostgresBench, seed: UInt64 = 7) -> [String] {
            var generator = SeededGenerator(seed: seed)
            return (0..<reads).map { _ in
                bench.hotels.randomElement(using: &generator)?.id ?? ""
            }
        }

        /// Reads three fields of documents in random order.
        static func compareGet() throws -> Comparison {
            let bench = try PostgresBench(count: count)
            try bench.fill()
            let ids = randomIDs(bench)
            return Comparison(
                subject: .time(
                    ours: Workload(operations: reads) {
                        for id in ids {
                            if let body = try bench.store.record(id: id)?.body {
                                blackHole(StoredHotel.readThree(body))
                            }
                        }
                    },
                    peer: Workload(operations: reads) {
                        for id in ids {
                            if let body = try bench.peer.body(id: id) {
                                blackHole(StoredHotel.readThree(body))
                            }
                        }
                    }),
                verify: {
                    try bench.verify()
                    for id in ids where try bench.peer.body(id: id)?["name"]?.string == nil {
                        throw Disagreement("the peer does not find \(id)")
                    }
                })
        }

        /// Saves an array of new models.
        static func compareBatch() throws -> Comparison {
            let bench = try PostgresBench(count: batchSize)
            let models = bench.hotels.map { ListedHotel($0) }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: batchSize, setUp: bench.empty) {
                        blackHole(try bench.repository.save(models))
                    },
                    peer: Workload(operations: batchSize, setUp: bench.empty) {
                        try bench.peer.inTransaction {
                            try bench.peer.insertPipelined(models, revision: bench.revision)
                        }
                    }), verify: { try verify(bench, models) { try bench.repository.save(models) } })
        }

        /// Saves an array of models that exist.
        static func compareUpsert() throws -> Comparison {
            let bench = try PostgresBench(count: batchSize)
            try bench.fill()
            let models = bench.hotels.map { ListedHotel($0) }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: batchSize, setUp: bench.vacuum) {
                        blackHole(try bench.repository.upsert(models))
                    },
                    peer: Workload(operations: batchSize, setUp: bench.vacuum) {
                        try bench.peer.inTransaction {
                            try bench.peer.updatePipelined(models, revision: bench.revision)
                        }
                    }),
                verify: { try verify(bench, models) { try bench.repository.upsert(models) } })
        }

        private static func verify(
            _ bench: PostgresBench, _ models: [ListedHotel], _ save: () throws -> [ListedHotel]
        ) throws {
            try bench.empty()
            let saved = try save()
            let found = try bench.repository.sorted(by: \.id).all()
            guard found == saved, found.map(\.name) == models.map(\.name) else {
                throw Disagreement("\(found.count) of \(models.count) models were saved")
            }
            try bench.copyToPeer()
        }

        /// Saves new documents in one transaction, one by one.
        static func compareInserts() throws -> Comparison {
            let bench = try PostgresBench(count: batchSize)
            let ours = { try bench.saveBatch(0..<batchSize) }
            let peer = {
                try bench.peer.inTransaction {
                    for (number, hotel) in bench.hotels.enumerated() {
                        try bench.peer.insert(hotel, number: number, revision: bench.revision)
                    }
                }
            }
            return comparison(bench, ours, peer)
        }

        /// Saves new documents, each as a transaction.
        static func compareSingle() throws -> Comparison {
            let bench = try PostgresBench(count: singles)
            let ours = {
                for (number, hotel) in bench.hotels.enumerated() {
                    try PostgresBench.save(hotel, number, in: bench.store, if: .absent)
                }
            }
            let peer = {
                for (number, hotel) in bench.hotels.enumerated() {
                    try bench.peer.insert(hotel, number: number, revision: bench.revision)
                }
            }
            return comparison(bench, ours, peer)
        }

        /// Saves documents that exist in one transaction, one by one.
        static func compareUpdates() throws -> Comparison {
            let bench = try PostgresBench(count: batchSize)
            try bench.fill()
            let ours = { try bench.saveBatch(0..<batchSize, if: .any) }
            let peer = {
                try bench.peer.inTransaction {
                    for (number, hotel) in bench.hotels.enumerated() {
                        try bench.peer.update(hotel, number: number, revision: bench.revision)
                    }
                }
            }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: batchSize, setUp: bench.vacuum, pass: ours),
                    peer: Workload(operations: batchSize, setUp: bench.vacuum, pass: peer)),
                verify: {
                    try ours()
                    try peer()
                    try bench.verify()
                })
        }

        private static func comparison(
            _ bench: PostgresBench, _ ours: @escaping () throws -> Void,
            _ peer: @escaping () throws -> Void
        ) -> Comparison {
            Comparison(
                subject: .time(
                    ours: Workload(
                        operations: bench.hotels.count, setUp: bench.empty, pass: ours),
                    peer: Workload(
                        operations: bench.hotels.count, setUp: bench.empty, pass: peer)),
                verify: {
                    try bench.empty()
                    try ours()
                    try peer()
                    try bench.verify()
                })
        }
    }
#endif
