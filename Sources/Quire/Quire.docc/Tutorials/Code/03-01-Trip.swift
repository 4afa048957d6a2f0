import Foundation
import Quire

struct Trip: DocumentModel {
    @DocumentID var id: String?
    var title: String
    var country: String
    var days: Int
    var budget: Double
    var start: Date?
}
