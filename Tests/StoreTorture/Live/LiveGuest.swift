import Quire

/// A document of the observed lists.
///
/// Guests come in pairs, which are written in one transaction with the same stamp.
struct LiveGuest: DocumentModel, Equatable {
    static let documentType = "guest"

    @DocumentID var id: String?
    var stamp: Int
    var house: String
    var name: String
    var rank: Int?

    /// The number of a guest's pair.
    static func pair(of id: String) -> Substring { id.dropLast() }
}

/// A selection that is observed, with the name of its kind.
struct LiveSelection: Sendable {
    let name: String
    let selection: Selection<LiveGuest>
    /// Whether the list contains all guests, so that it must contain complete pairs.
    var hasPairs = false

    /// The observed selections, with different filters, orders and limits.
    static func all(of database: Database) throws -> [LiveSelection] {
        let guests = try database.repository(of: LiveGuest.self)
        return [
            LiveSelection(name: "all", selection: guests.selection, hasPairs: true),
            LiveSelection(
                name: "sorted", selection: guests.sorted(by: \.rank).sorted(by: \.id),
                hasPairs: true),
            LiveSelection(
                name: "filtered",
                selection: guests.filter { $0.house == "a" }
                    .sorted(by: \.rank, .descending).sorted(by: \.id)),
            LiveSelection(
                name: "collated",
                selection: guests.filter { $0.rank >= 2 }
                    .sorted(by: \.name, collation: .localized).sorted(by: \.id, .descending)),
            LiveSelection(
                name: "limited", selection: guests.sorted(by: \.rank).sorted(by: \.id).limit(4)),
            LiveSelection(
                name: "long",
                selection: guests.filter { $0.house != "b" }.sorted(by: \.name)
                    .sorted(by: \.id).limit(30)),
            LiveSelection(
                name: "skipping",
                selection: guests.sorted(by: \.rank).sorted(by: \.id).offset(2).limit(5)),
        ]
    }
}
