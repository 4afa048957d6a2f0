import Quire

extension TravelNotebook {
    static func changeTwice(in notebook: Notebook) async throws {
        var mine = try await notebook.trips.require("lisbon")
        var theirs = try await notebook.trips.require("lisbon")
        theirs.days = 8
        try await notebook.trips.save(theirs)
        mine.budget = 750
        do {
            try await notebook.trips.save(mine)
        } catch QuireError.Code.conflict {
            print("The trip was changed by another writer.")
            let saved = try await notebook.trips.update("lisbon") { $0.budget = 750 }
            print("Saved: \(saved.days) days, \(saved.budget)")
        }
    }

    static func merge(in database: Database) async throws {
        let merging = try database.repository(of: Trip.self, conflicts: .mergeFields())
        var longer = try await merging.require("fjords")
        var cheaper = try await merging.require("fjords")
        longer.days = 10
        try await merging.save(longer)
        cheaper.budget = 800
        cheaper = try await merging.save(cheaper)
        print("Merged: \(cheaper.days) days, \(cheaper.budget)")
    }
}
