import Quire

/// A hotel that a guest has bookmarked.
struct Hotel: DocumentModel, Equatable {
    @DocumentID var id: String?
    var name: String
    var city: String
}

/// The bookmarks of the guest, in one document.
struct BookmarkedHotels: DocumentModel {
    static let documentType = "bookmarkedhotels"

    @DocumentID var id: String?
    /// The IDs of the hotels.
    var hotels: [String]
}
