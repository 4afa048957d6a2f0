import Quire

struct FirstTrip: DocumentModel {
    @DocumentID var id: String?
    var title: String
    var country: String
    var days: Int
    var budget: Double

    static let documentType = "trip"
}
