#if Replication
    import Foundation

    /// The replicated revisions whose times are ahead of the clock of this computer.
    struct ClockLead: Sendable {
        /// The lead from which on one of the clocks is wrong.
        private static let tolerance: TimeInterval = 120

        private var count = 0
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
            let digits = version.prefix { $0 != "@" }
            guard digits.count < version.count, let time = UInt64(digits, radix: 16) else { return }
            let lead = TimeInterval(time) / 1e9 - now.timeIntervalSince1970
            guard lead > Self.tolerance else { return }
            count += 1
            guard lead > maximum else { return }
            maximum = lead
            self.id = id
        }

        /// A message for the user, or `nil` if there is no such revision.
        var message: String? {
            guard count > 0 else { return nil }
            let documents = count == 1 ? "1 document has a time" : "\(count) documents have times"
            return
                "\(documents) up to \(Self.text(maximum)) ahead of the clock of this computer, such as "
                + "document \(id.debugDescription). The clock of this computer is slow, or that of the "
                + "computer that changed the document is fast. Until the time has come, its changes "
                + "win conflicts."
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
