import Quire

struct Trip: DocumentModel {
    var title: String
    var country: String
    var days: Int
    var budget: Double
}
