// A model that loses a property, and the findings of a check.

import Quire
import QuireTesting

struct Room: DocumentModel {
    @DocumentID var id: String?
    var number: Int
    var note = ""

    // The note was forgotten here, so it is not stored.
    enum CodingKeys: String, CodingKey {
        case id, number
    }
}

for finding in ModelCheck(Room.self).findings() { print(finding) }
