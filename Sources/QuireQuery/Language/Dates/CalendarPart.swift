/// A part of a date in the calendar of ISO 8601, by its name in the query language.
enum CalendarPart: String, CaseIterable {
    case year, quarter, month, week, day, hour, minute, second
    /// The day of the week, from 1 for Sunday to 7 for Saturday.
    case weekday
    case dayOfYear = "day_of_year"
    /// The year to which a week belongs.
    case weekYear = "week_year"

    /// Creates the part with a name, ignoring case, or returns `nil` if the name is unknown.
    init?(name: String) {
        self.init(rawValue: name.lowercased())
    }
}
