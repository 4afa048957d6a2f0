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
        }
    }
}
