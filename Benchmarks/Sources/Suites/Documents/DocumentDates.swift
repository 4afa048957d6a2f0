import Foundation
import Quire

/// Benchmarks of dates in documents: ISO 8601 in UTC, with milliseconds.
enum DocumentDates {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Dates in the years from 1970 to 2069.
    ///
    /// Their milliseconds are binary fractions, because the peer truncates where Quire rounds.
    private static let dates: [Date] = {
        var generator = SeededGenerator(seed: 24)
        return (0..<1000).map { _ in
            Date(
                timeIntervalSince1970: Double(
                    Int64.random(in: 0...25_000_000_000, using: &generator)) / 8)
        }
    }()

    static func compareWriting() throws -> Comparison {
        let dates = dates
        return Comparison(
            subject: .time(
                ours: Workload(operations: dates.count) {
                    for date in dates { blackHole(DocumentDate.string(from: date)) }
                },
                peer: Workload(operations: dates.count) {
                    for date in dates { blackHole(style.format(date)) }
                }),
            verify: {
                for date in dates where DocumentDate.string(from: date) != style.format(date) {
                    throw Disagreement("\(date) is written differently by the peer")
                }
            })
    }

    static func compareReading() throws -> Comparison {
        let texts = dates.map(style.format)
        return Comparison(
            subject: .time(
                ours: Workload(operations: texts.count) {
                    for text in texts { blackHole(DocumentDate.date(from: text)) }
                },
                peer: Workload(operations: texts.count) {
                    for text in texts { blackHole(try style.parse(text)) }
                }),
            verify: {
                for text in texts {
                    let (ours, peer) = (DocumentDate.date(from: text), try style.parse(text))
                    guard let ours, abs(ours.timeIntervalSince(peer)) < 0.000_5 else {
                        throw Disagreement("\(text) is read differently by the peer")
                    }
                }
            })
    }
}
