/// The functions for dates, which are strings or milliseconds since 1970 UTC.
enum DateFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("quire_str_to_millis", arguments: 1) { call throws(FunctionFailure) in
            LanguageValue(orNull: call.date(0)?.moment)
        },
        LanguageFunction("quire_str_to_utc", arguments: 1...2) { call throws(FunctionFailure) in
            try call.write(call.date(0)?.moment, offset: 0, layout: 1)
        },
        LanguageFunction("quire_str_to_tz", arguments: 2...3) { call throws(FunctionFailure) in
            try call.write(call.date(0)?.moment, offset: call.offset(1), layout: 2)
        },
        LanguageFunction("quire_millis_to_str", arguments: 1...2) { call throws(FunctionFailure) in
            let moment = call.moment(0)
            return try call.write(moment, offset: moment.map(CivilMoment.localOffset), layout: 1)
        },
        LanguageFunction("quire_millis_to_utc", arguments: 1...2) { call throws(FunctionFailure) in
            try call.write(call.moment(0), offset: 0, layout: 1)
        },
        LanguageFunction("quire_millis_to_tz", arguments: 2...3) { call throws(FunctionFailure) in
            try call.write(call.moment(0), offset: call.offset(1), layout: 2)
        },
        LanguageFunction("quire_date_add_str", arguments: 3...4) { call throws(FunctionFailure) in
            guard let date = call.date(0), let amount = call[1].truncated else {
                return .missing
            }
            let sum = call.unit(2)?.adding(amount, to: date.milliseconds)
            return try call.write(sum.map { ($0, (date.offset ?? 0) / 60) }, layout: 3)
        },
        LanguageFunction("quire_date_add_millis", arguments: 3) { call throws(FunctionFailure) in
            guard let moment = call.moment(0), let amount = call[1].truncated else {
                return .missing
            }
            return LanguageValue(orNull: call.unit(2)?.adding(amount, to: moment))
        },
        LanguageFunction("quire_date_diff_str", arguments: 3) { call throws(FunctionFailure) in
            call.subtract(call.date(0)?.momentInUTC, call.date(1)?.momentInUTC)
        },
        LanguageFunction("quire_date_diff_millis", arguments: 3) { call throws(FunctionFailure) in
            call.subtract(call.moment(0), call.moment(1))
        },
    ]
}

extension DateText {
    /// The number of milliseconds from 1970-01-01T00:00 to the written day and time.
    fileprivate var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds / 1_000_000) }

    /// The moment in milliseconds since 1970 UTC.
    ///
    /// If the string has no time zone, it is in the local time zone.
    fileprivate var moment: Int64 { milliseconds - (offset ?? localOffset()) * 1000 }

    /// The moment in milliseconds since 1970 UTC.
    ///
    /// If the string has no time zone, it is in UTC.
    fileprivate var momentInUTC: Int64 { milliseconds - (offset ?? 0) * 1000 }
}

extension FunctionCall {
    fileprivate func date(_ index: Int) -> DateText? {
        self[index].stringBytes.flatMap { DateText($0, allowsNegativeYears: true) }
    }

    fileprivate func moment(_ index: Int) -> Int64? {
        self[index].truncated.flatMap {
            (-CivilMoment.limit...CivilMoment.limit).contains($0) ? $0 : nil
        }
    }

    /// Returns the offset of a time zone in minutes east of Greenwich.
    fileprivate func offset(_ index: Int) -> Int64? {
        self[index].truncated.flatMap { (-1440...1440).contains($0) ? $0 : nil }
    }

    fileprivate func unit(_ index: Int) -> DateUnit? { self[index].string.flatMap(DateUnit.init) }

    /// Returns the text of a moment in a time zone, or null.
    fileprivate func write(
        _ moment: Int64?, offset: Int64?, layout index: Int
    ) throws(FunctionFailure) -> LanguageValue {
        guard let moment, let offset else { return .null }
        return try write((moment + offset * 60_000, offset), layout: index)
    }

    /// Returns the text of a day and time in a time zone, or null.
    fileprivate func write(
        _ date: (written: Int64, offset: Int64)?, layout index: Int
    ) throws(FunctionFailure) -> LanguageValue {
        guard let date else { return .null }
        let layout = index < count ? self[index].string.map(DateLayout.init) : nil
        return try string((layout ?? .standard).text(date.written, offset: date.offset))
    }

    fileprivate func subtract(_ left: Int64?, _ right: Int64?) -> LanguageValue {
        guard let left, let right, let unit = unit(2) else { return .missing }
        return LanguageValue(orNull: unit.difference(left, right))
    }
}
