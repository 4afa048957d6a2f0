import Quire

struct Note: DocumentModel {
    @DocumentID var id: String?
    var trip: Reference<Trip>
    var text: String
}
