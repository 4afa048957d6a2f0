import Quire

/// The IDs of the hotels that a guest has bookmarked, in one document.
struct BookmarkedHotels: DocumentModel, Hashable {
    @DocumentID var id: String?
    var hotels: [String]

    static let documentType = "bookmarkedhotels"
}
