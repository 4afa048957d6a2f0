// The views of the article on apps with SwiftUI. The snippet `SwiftUIApps` runs the editor.
#if canImport(SwiftUI)
    import Observation
    import Quire
    import QuireInMemory
    import SwiftUI

    enum DocumentedAppViews {
        struct Hotel: DocumentModel, Identifiable {
            @DocumentID var id: String?
            var name: String
            var city: String
            var roomRate: Double
        }

        struct HotelsApp: App {
            private let history: UndoHistory
            private let database: Result<Database, any Error>

            init() {
                let history = UndoHistory()
                self.history = history
                database = Result {
                    let database = try Database(name: "hotels")
                    try database.use(UndoRecordingMiddleware(history), for: Hotel.self)
                    return database
                }
            }

            var body: some Scene {
                WindowGroup {
                    switch database {
                    case .success(let database):
                        HotelList().documentDatabase(database).environment(history)
                    case .failure(let error):
                        Text("The hotels cannot be opened: \(error)")
                    }
                }
            }
        }

        struct HotelList: View {
            @DocumentQuery(Hotel.self, sort: \.name) var hotels
            @Environment(\.documentDatabase) private var database
            @Environment(UndoHistory.self) private var history
            @State private var search = ""

            var body: some View {
                NavigationStack {
                    List(hotels) { hotel in
                        NavigationLink(hotel.name) {
                            if let editor = editor(for: hotel) { HotelDetail(editor) }
                        }
                    }
                    .searchable(text: $search)
                    .onChange(of: search) {
                        $hotels.observe {
                            $0.filter { $0.name.hasPrefix(search) }.sorted(by: \.name)
                        }
                    }
                    .overlay {
                        if let error = $hotels.error { Text("\(error)") }
                    }
                    .toolbar {
                        Button("Undo") {
                            Task { try await history.undo(onConflict: .skip) }
                        }
                        .disabled(!history.canUndo)
                    }
                }
            }

            private func editor(for hotel: Hotel) -> HotelEditor? {
                guard let hotels = try? database?.repository(of: Hotel.self) else { return nil }
                return HotelEditor(hotel, in: hotels)
            }
        }

        struct HotelDetail: View {
            @State private var editor: HotelEditor

            init(_ editor: HotelEditor) {
                _editor = State(initialValue: editor)
            }

            var body: some View {
                Form {
                    TextField("Name", text: $editor.draft.name)
                    TextField("City", text: $editor.draft.city)
                    Button("Save") { Task { await editor.save() } }
                    if let message = editor.message { Text(message) }
                    if editor.conflicting != nil {
                        Button("Keep My Changes") { Task { await editor.overwrite() } }
                        Button("Discard My Changes") { Task { await editor.revert() } }
                    }
                }
            }
        }

        @MainActor @Observable
        final class HotelEditor {
            var draft: Hotel
            private(set) var conflicting: Hotel?
            private(set) var message: String?

            init(_ hotel: Hotel, in hotels: Repository<Hotel>) {
                draft = hotel
            }

            func save() async {}
            func overwrite() async {}
            func revert() async {}
        }

        @MainActor static var preview: some View {
            HotelList()
                .documentDatabase(InMemoryDatabase.samples)
                .environment(UndoHistory())
        }
    }

    extension InMemoryDatabase {
        fileprivate static var samples: InMemoryDatabase { InMemoryDatabase() }
    }
#endif
