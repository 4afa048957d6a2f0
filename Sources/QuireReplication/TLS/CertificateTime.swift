#if Replication
    import Foundation

    // The dates of certificates (RFC 5280, section 4.1.2.5): UTCTime with two digits of the year until
    // 2049, GeneralizedTime with four digits from 2050 on. Both in UTC, with seconds.
    //
    //   17 0D 323631313330303933303030 5A       2026-11-30 09:30:00
    //   18 0F 3230353031313330303933303030 5A   2050-11-30 09:30:00

    /// A date in a certificate.
    enum CertificateTime {
        private static let utcTag: UInt8 = 0x17
        private static let generalizedTag: UInt8 = 0x18

        /// Returns a date as DER, without the fraction of its second.
        ///
        /// Dates outside of the years 1950 to 9999 are written as the nearest one that is possible.
        static func encoded(_ date: Date) -> [UInt8] {
            let seconds = min(max(date.timeIntervalSince1970, -631_152_000), 253_402_300_799)
            let date = Date(timeIntervalSince1970: seconds.rounded(.down))
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: date)
            let year = parts.year ?? 0
            let text = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
                .map { digits($0 ?? 0, count: 2) }.joined()
            let isShort = year < 2050
            let yearText = isShort ? digits(year % 100, count: 2) : digits(year, count: 4)
            return DERWriter.element(
                isShort ? utcTag : generalizedTag, Array("\(yearText)\(text)Z".utf8))
        }

        /// Returns the date of an element, or `nil` if it is invalid.
        static func decoded(_ element: DERReader.Element) -> Date? {
            let yearCount: Int
            switch element.tag {
            case utcTag: yearCount = 2
            case generalizedTag: yearCount = 4
            default: return nil
            }
            let bytes = Array(element.content)
            guard bytes.count == yearCount + 11, bytes.last == UInt8(ascii: "Z"),
                bytes.dropLast().allSatisfy({ (48...57).contains($0) })
            else { return nil }
            var numbers: [Int] = []
            var index = 0
            for count in [yearCount, 2, 2, 2, 2, 2] {
                numbers.append(bytes[index..<index + count].reduce(0) { $0 * 10 + Int($1 - 48) })
                index += count
            }
            if yearCount == 2 { numbers[0] += numbers[0] < 50 ? 2000 : 1900 }
            var parts = DateComponents()
            (parts.year, parts.month, parts.day) = (numbers[0], numbers[1], numbers[2])
            (parts.hour, parts.minute, parts.second) = (numbers[3], numbers[4], numbers[5])
            guard parts.isValidDate(in: calendar) else { return nil }
            return calendar.date(from: parts)
        }

        private static let calendar: Calendar = {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
            return calendar
        }()

        private static func digits(_ number: Int, count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
    }
#endif
