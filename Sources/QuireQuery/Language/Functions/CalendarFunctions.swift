import Foundation
import QuireDocuments

/// The functions for parts of dates in a time zone with a name, such as `Europe/Oslo`.
///
/// They read all forms of dates that models read, and are Quire's own.
enum CalendarFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("quire_date_part", arguments: 3) { call throws(FunctionFailure) in
            guard let date = call.calendarDate(0) else { return .missing }
            let (part, zone) = (try call.part(1), try call.zone(2))
            return .integer(ZonedMoment(date, in: zone).value(of: part))
        },
        LanguageFunction("quire_date_start", arguments: 3) { call throws(FunctionFailure) in
            guard let date = call.calendarDate(0) else { return .missing }
            let (part, zone) = (try call.part(1), try call.zone(2))
            guard let text = DocumentDate.string(from: ZonedMoment(date, in: zone).start(of: part))
            else { return .missing }
            return try call.string(text)
        },
    ]
}

extension FunctionCall {
    /// Returns the date of an argument, or `nil` if a model cannot read it.
    fileprivate func calendarDate(_ index: Int) -> Date? {
        self[index].stringBytes.flatMap { DocumentDate.date(fromUTF8: $0) }
    }

    fileprivate func part(_ index: Int) throws(FunctionFailure) -> CalendarPart {
        try environment.prepared(index) { () throws(FunctionFailure) -> PreparedPart in
            let name = self[index].string ?? ""
            guard let part = CalendarPart(name: name) else {
                let names = CalendarPart.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid("\(name.debugDescription) is no part of a date. Use one of \(names)")
            }
            return PreparedPart(part: part)
        }.part
    }

    fileprivate func zone(_ index: Int) throws(FunctionFailure) -> TimeZone {
        try environment.prepared(index) { () throws(FunctionFailure) -> PreparedZone in
            let name = self[index].string ?? ""
            guard let zone = TimeZone(identifier: name) else {
                throw .invalid(
                    "\(name.debugDescription) is no time zone. Use a name such as Europe/Oslo or UTC"
                )
            }
            return PreparedZone(zone: zone)
        }.zone
    }
}

/// A part of a date that is the same in all calls.
private final class PreparedPart: Sendable {
    let part: CalendarPart

    init(part: CalendarPart) {
        self.part = part
    }
}

/// A time zone that is the same in all calls.
private final class PreparedZone: Sendable {
    let zone: TimeZone

    init(zone: TimeZone) {
        self.zone = zone
    }
}
