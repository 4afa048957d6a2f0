#if Replication
    import Foundation
    import Quire

    /// The replicated revisions whose times are ahead of the clock of this computer.
    struct ClockLead: Sendable {
        /// The lead from which on one of the clocks is wrong.
        private static let tolerance: TimeInterval = 120

        /// The number of documents from which on the further ones are not counted.
        private static let maximumCount = 10_000

        private var ids: Set<DocumentIDKey> = []
        private var maximum: TimeInterval = 0
        /// The document with the longest lead.
        private var id = ""

        /// Notes a revision.
        ///
        /// - Parameters:
        ///   - id: The ID of the document.
        ///   - version: The current version. Its time is a number of nanoseconds since 1970, in
        ///     hexadecimal digits, before the character `@`.
        ///   - now: The current time.
        mutating func add(_ id: String, version: String, now: Date = Date()) {
            guard let end = version.utf8.firstIndex(of: UInt8(ascii: "@")),
                let time = UInt64(version[..<end], radix: 16)
            else { return }
            let lead = TimeInterval(time) / 1e9 - now.timeIntervalSince1970
            guard lead > Self.tolerance else { return }
            if ids.count < Self.maximumCount { ids.insert(DocumentIDKey(id)) }
            guard lead > maximum else { return }
            maximum = lead
            self.id = id
        }

        /// A message for the user, or `nil` if there is no such revision.
        var message: String? {
            guard !ids.isEmpty else { return nil }
            let isMany = ids.count == Self.maximumCount
            let documents =
                ids.count == 1
                ? "1 document has a time"
                : "\(isMany ? "At least " : "")\(ids.count) documents have times"
            return
                "\(documents) up to \(Self.text(maximum)) ahead of the clock of this computer, such as "
                + "document \(id.debugDescription). The clock of this computer is slow, or that of the "
                + "computer that changed the document is fast. Until the time has come, its changes "
                + "win conflicts."
        }

        /// Returns a message for the user about the clocks of two computers.
        ///
        /// - Parameter difference: The lead of the clock of this computer in seconds, or `nil` if it is
        ///   unknown.
        /// - Returns: The message, or `nil` if the difference is that of right clocks.
        static func message(difference: TimeInterval?) -> String? {
            guard let difference, abs(difference) > tolerance else { return nil }
            return
                "The clock of this computer is \(text(abs(difference))) "
                + "\(difference > 0 ? "ahead of" : "behind") that of the other database's computer. "
                + "Set the wrong one right: changes that are made with a fast clock win conflicts, and "
                + "some databases refuse them."
        }

        private static func text(_ seconds: TimeInterval) -> String {
            let units: [(name: String, length: TimeInterval)] = [
                ("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60),
            ]
            for unit in units where seconds >= 2 * unit.length {
                return "\(Int((seconds / unit.length).rounded())) \(unit.name)"
            }
            return "\(Int(seconds)) seconds"
        }
    }
#endif
