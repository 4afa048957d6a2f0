// The observable object of a view that edits a hotel, without the view.

import Observation
import Quire

struct Hotel: DocumentModel, Identifiable {
    @DocumentID var id: String?
    var name: String
    var city: String
    var roomRate: Double
}

/// The state of a view that edits a hotel.
@MainActor @Observable
final class HotelEditor {
    /// The hotel with the changes of the user.
    var draft: Hotel
    /// The hotel of another writer, if it was changed after the draft was loaded.
    private(set) var conflicting: Hotel?
    private(set) var message: String?

    private let hotels: Repository<Hotel>

    init(_ hotel: Hotel, in hotels: Repository<Hotel>) {
        draft = hotel
        self.hotels = hotels
    }

    /// Saves the draft, unless another writer has changed the hotel.
    func save() async {
        do {
            draft = try await hotels.save(draft)
            (conflicting, message) = (nil, nil)
        } catch QuireError.Code.conflict {
            conflicting = try? await hotels.find(draft.id ?? "")
            message = "The hotel was changed or deleted in the meantime."
        } catch {
            message = "\(error)"
        }
    }

    /// Saves the draft in place of the hotel of the other writer.
    func overwrite() async {
        do {
            draft = try await hotels.upsert(draft)
            (conflicting, message) = (nil, nil)
        } catch {
            message = "\(error)"
        }
    }

    /// Discards the changes of the user.
    func revert() async {
        guard let stored = try? await hotels.find(draft.id ?? "") else { return }
        draft = stored
        (conflicting, message) = (nil, nil)
    }
}

@main
struct Editing {
    static func main() async throws {
        let database = try await Database.open(inMemoryNamed: "hotels")
        let history = UndoHistory()
        let hotels = try database.repository(of: Hotel.self)
        let grand = try await hotels.save(
            Hotel(id: "grand", name: "Grand", city: "Oslo", roomRate: 240))
        try database.use(UndoRecordingMiddleware(history), for: Hotel.self)
        try await edit(grand, in: hotels, history)
        try await database.shutDown()
    }

    @MainActor
    static func edit(
        _ hotel: Hotel, in hotels: Repository<Hotel>, _ history: UndoHistory
    ) async throws {
        let editor = HotelEditor(hotel, in: hotels)
        editor.draft.roomRate = 250
        await editor.save()
        print("saved:", try await hotels.require("grand").roomRate, history.canUndo)

        // Another writer changes the hotel while the user edits it.
        editor.draft.name = "Grand Hotel"
        try await hotels.update("grand") { $0.roomRate = 260 }
        await editor.save()
        print(editor.message ?? "", editor.conflicting?.roomRate ?? 0)
        await editor.overwrite()
        print("overwritten:", try await hotels.require("grand").name)

        try await history.undo()
        try await history.undo()
        print("undone:", try await hotels.require("grand").roomRate)
        await editor.revert()
        print("shown:", editor.draft.name, editor.draft.roomRate)
    }
}
