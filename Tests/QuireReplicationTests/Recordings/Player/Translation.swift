#if Replication
    import Foundation
    import QuirePlatform

    /// The correspondence between the IDs in a recording and those of the databases that play it.
    ///
    /// The IDs are those of databases (sources), versions and checkpoints.
    final class Translation: Sendable {
        private struct State {
            var played: [String: String] = [:]
            var recorded: [String: String] = [:]
        }

        private let state = Mutex(State())

        /// Adds a pair of IDs.
        func bind(recorded: String, played: String) {
            state.withLock { state in
                state.played[recorded] = played
                state.recorded[played] = recorded
            }
        }

        /// Returns a recorded text with the IDs of the playing databases.
        func played(_ text: String) -> String {
            let table = state.withLock { $0.played }
            return Self.replace(text, table)
        }

        /// Returns a text of a playing database with the IDs of the recording.
        func recorded(_ text: String) -> String {
            let table = state.withLock { $0.recorded }
            return Self.replace(text, table)
        }

        /// Returns whether a text of a playing database corresponds to a recorded one.
        ///
        /// The times of versions that the playing database has chosen itself are noted at their first
        /// occurrence.
        func matches(_ text: String, _ recordedText: String) -> Bool {
            let translated = recorded(text)
            if translated == recordedText { return true }
            let ours = VersionText.tokens(of: text)
            let theirs = VersionText.tokens(of: recordedText)
            guard ours.count == theirs.count else { return false }
            for (our, their) in zip(ours, theirs) where recorded(our) != their {
                guard note(our, their) else { return false }
            }
            return recorded(text) == recordedText
        }

        /// Pairs two versions of the same source, if they have no other partner.
        private func note(_ version: String, _ recordedVersion: String) -> Bool {
            state.withLock { state in
                let source = VersionText.source(of: version)
                guard let recordedSource = state.recorded[source],
                    recordedSource == VersionText.source(of: recordedVersion),
                    state.recorded[version] == nil, state.played[recordedVersion] == nil
                else { return false }
                state.recorded[version] = recordedVersion
                state.played[recordedVersion] = version
                return true
            }
        }

        private static func replace(_ text: String, _ table: [String: String]) -> String {
            if let other = table[text] { return other }
            let tokens = VersionText.tokens(of: text)
            guard !tokens.isEmpty else { return text }
            var result = ""
            var rest = text[...]
            for token in tokens {
                guard let range = rest.range(of: token) else { continue }
                result += rest[..<range.lowerBound]
                if let other = table[token] {
                    result += other
                } else {
                    let source = VersionText.source(of: token)
                    result += token.dropLast(source.count) + (table[source] ?? source)
                }
                rest = rest[range.upperBound...]
            }
            return result + rest
        }
    }

    /// Versions such as `18ec0c8f4a650000@i/emPkpvxinzX4HDUyWwrg` in a text.
    enum VersionText {
        private static let sourceLength = 22

        /// Returns the versions in a text, in order.
        static func tokens(of text: String) -> [String] {
            let bytes = Array(text.utf8)
            var tokens: [String] = []
            var searched = 0
            while let at = bytes[searched...].firstIndex(of: UInt8(ascii: "@")) {
                searched = at + 1
                let end = at + 1 + sourceLength
                guard end <= bytes.count, bytes[(at + 1)..<end].allSatisfy(isBase64) else {
                    continue
                }
                var start = at
                while start > 0, isHexadecimal(bytes[start - 1]) { start -= 1 }
                guard start < at else { continue }
                tokens.append(String(decoding: bytes[start..<end], as: UTF8.self))
                searched = end
            }
            return tokens
        }

        /// Returns the source of a version.
        static func source(of version: String) -> String {
            String(version.suffix(sourceLength))
        }

        /// Returns the time of a version.
        static func time(of version: String) -> UInt64 {
            UInt64(version.prefix { $0 != "@" }, radix: 16) ?? 0
        }

        /// Returns the current version of a vector.
        static func current(of vector: String) -> String {
            String(vector.prefix { $0 != "," && $0 != ";" })
        }

        private static func isHexadecimal(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
            default: false
            }
        }

        private static func isBase64(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                true
            default: false
            }
        }
    }
#endif
