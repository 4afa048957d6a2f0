import Foundation
import Quire
import Testing

/// The examples in the documentation of undo.
@Suite struct UndoExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    let database: Database

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        try database.repository(of: Hotel.self).save([
            Hotel(id: "hotel-1", name: "Harbour House"), Hotel(id: "hotel-2", name: "Grand"),
        ])
    }

    @Test func undoing() throws {
        let history = UndoHistory()
        let hotels = try database.repository(of: Hotel.self).recording(in: history)
        try hotels.delete(id: "hotel-1")
        try history.undo()
        print(try hotels.exists("hotel-1"))  // true
        try history.redo()
        #expect(try !hotels.exists("hotel-1"))
    }

    @Test func naming() throws {
        let history = UndoHistory()
        let hotels = try database.repository(of: Hotel.self).recording(in: history)
        try history.step("Close the hotels", in: database) {
            try hotels.delete(id: "hotel-1")
            try hotels.delete(id: "hotel-2")
        }
        print(history.undoActionName ?? "")  // Close the hotels
        #expect(history.undoActionName == "Close the hotels")
        if let result = try history.undo() {
            print("Undone:", result.name ?? "", result.documentIDs)
        }
        #expect(try hotels.count() == 2)
    }

    @Test func skipping() throws {
        let history = UndoHistory()
        let hotels = try database.repository(of: Hotel.self).recording(in: history)
        try hotels.update("hotel-1") { $0.name = "Mine" }
        try database.repository(of: Hotel.self).update("hotel-1") { $0.name = "Theirs" }
        let result = try history.undo(onConflict: .skip)
        print(result?.skippedIDs ?? [])
        #expect(result?.skippedIDs == ["hotel-1"])
    }

    #if canImport(ObjectiveC)
        @MainActor @Test func connectingAnUndoManager() async throws {
            let history = UndoHistory()
            let hotels = try database.repository(of: Hotel.self).recording(in: history)
            let undoManager = UndoManager()
            let connection = history.connect(to: undoManager) { error in
                print(error.localizedDescription)
            }
            try await hotels.update("hotel-1") { $0.name = "Plaza" }
            while !undoManager.canUndo { await Task.yield() }
            undoManager.undo()
            #expect(try await hotels.require("hotel-1").name == "Harbour House")
            undoManager.redo()
            #expect(try await hotels.require("hotel-1").name == "Plaza")
            withExtendedLifetime(connection) {}
        }
    #endif

    @Test func registering() throws {
        let hotels = try database.repository(of: Hotel.self)
        let history = UndoHistory()
        try database.use(UndoRecordingMiddleware(history), for: Hotel.self)
        try hotels.save(Hotel(id: "hotel-3", name: "Fjord View"))
        try history.undo()
        #expect(try hotels.count() == 2)
    }
}
