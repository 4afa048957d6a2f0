import Quire

/// Benchmarks of saving models.
enum RepositorySaving {
    /// Saves new documents in one transaction, against encoding and saving with the store.
    static func compareToParts() throws -> Comparison {
        let bench = try RepositoryBench()
        return comparison(bench, peer: bench.saveAllInParts) {
            try bench.saveAllInParts()
            try bench.verify(bench.findInParts)
        }
    }

    /// Saves new documents in one transaction, against JSON in a text column.
    static func compareToJSON() throws -> Comparison {
        let bench = try RepositoryBench()
        return comparison(bench, peer: bench.saveAllAsJSON) {
            try bench.saveAllAsJSON()
            try bench.verify(bench.findAsJSON)
        }
    }

    private static func comparison(
        _ bench: RepositoryBench, peer: @escaping () throws -> Void,
        verifyPeer: @escaping () throws -> Void
    ) -> Comparison {
        let count = RepositoryBench.count
        return Comparison(
            subject: .time(
                ours: Workload(operations: count, setUp: bench.empty, pass: bench.saveAll),
                peer: Workload(operations: count, setUp: bench.empty, pass: peer)),
            verify: {
                try bench.empty()
                try bench.saveAll()
                try bench.verify { try bench.hotels.find($0) }
                try bench.empty()
                try verifyPeer()
            })
    }

    /// Updates documents in one transaction, against reading, decoding, encoding and saving them with
    /// the store.
    static func compareUpdate() throws -> Comparison {
        let ours = try RepositoryBench()
        try ours.saveAll()
        let other = try RepositoryBench()
        try other.saveAllInParts()
        let count = RepositoryBench.count
        return Comparison(
            subject: .time(
                ours: Workload(operations: count, pass: ours.updateAll),
                peer: Workload(operations: count, pass: other.updateAllInParts)),
            verify: {
                try ours.updateAll()
                try other.updateAllInParts()
                for model in ours.models {
                    let rates = try [ours.findInParts, other.findInParts].map {
                        try $0(model.id ?? "")?.rate
                    }
                    guard rates == [model.rate + 1, model.rate + 1] else {
                        throw Disagreement("the rate of a hotel differs: \(model)")
                    }
                }
            })
    }

    /// Saves documents with unknown fields, which are preserved, against replacing the same
    /// documents.
    static func comparePreserving() throws -> Comparison {
        let ours = try bench()
        let other = try bench()
        let plain = other.collection.repository(of: PlainHotelModel.self)
        var models = try ours.hotels.all()
        var plainModels = try plain.all()
        let count = RepositoryBench.count
        return Comparison(
            subject: .time(
                ours: Workload(operations: count) { models = try ours.hotels.save(models) },
                // The first replacement removes the unknown fields, so they are added again for
                // each pass.
                peer: Workload(
                    operations: count,
                    setUp: {
                        try other.addUnknownFields()
                        plainModels = try plain.all()
                    },
                    pass: { plainModels = try plain.save(plainModels) })),
            verify: {
                models = try ours.hotels.save(models)
                for model in models {
                    let body = try ours.collection.body(id: model.id ?? "")
                    guard body?["rating"]?.int64 == 9,
                        body?["address"]?.dictionary?["geo"]?.dictionary?.count == 2
                    else { throw Disagreement("fields are lost: \(model)") }
                }
            })
    }

    private static func bench() throws -> RepositoryBench {
        let bench = try RepositoryBench()
        try bench.saveAll()
        try bench.addUnknownFields()
        return bench
    }
}

extension RepositoryBench {
    /// Adds fields to every document that the model does not contain.
    fileprivate func addUnknownFields() throws {
        try database.inBatch {
            for model in models {
                guard let document = try collection.document(id: model.id ?? "")?.toMutable()
                else { continue }
                document.setInt(9, forKey: "rating")
                document.setString("quiet", forKey: "mood")
                let address = document.dictionary(forKey: "address")
                let geo = MutableDictionaryObject()
                geo.setDouble(60.39, forKey: "lat").setDouble(5.32, forKey: "lon")
                address?.setDictionary(geo, forKey: "geo")
                try collection.save(document: document)
            }
        }
    }
}
