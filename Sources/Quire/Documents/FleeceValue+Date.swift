import Fleece
import Foundation

extension FleeceValue {
    /// The date, if this is a string in one of the forms that ``DocumentDate`` reads.
    var date: Date? {
        withStringBytes(DocumentDate.date(fromUTF8:)) ?? nil
    }
}

extension FleeceWriter {
    /// Writes a date's text and returns its slot, or `nil` if the year has no four digits.
    func encode(_ date: Date) -> FleeceSlot? {
        DocumentDate.withText(of: date) { encode(utf8: $0) }
    }
}
