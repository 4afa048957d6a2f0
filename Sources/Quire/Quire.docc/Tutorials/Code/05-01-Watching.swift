import Quire

extension TravelNotebook {
    static func watch(_ notebook: Notebook) async throws {
        for try await change in notebook.affordable(800).changes() {
            print("Affordable:", change.models.map(\.title))
            break
        }
    }
}
