import Foundation
import Quire

/// A file with one JSON object of a hotel per line.
struct HotelFile {
    let url: URL

    /// A problem in a file or in one of its lines.
    struct Problem: Error, CustomStringConvertible {
        let file: String
        var line: Int?
        var path = ""
        let reason: String

        var description: String {
            let location = line.map { "\(file):\($0)" } ?? file
            return path.isEmpty ? "\(location): \(reason)" : "\(location): at \(path): \(reason)"
        }
    }

    /// All problems in a file.
    struct Problems: Error {
        let all: [Problem]
    }

    /// Reads all hotels.
    ///
    /// If lines are invalid, it throws the problems of all of them.
    func hotels() throws(Problems) -> [Hotel] {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            throw problems("cannot be read as UTF-8 text")
        }
        var hotels: [Hotel] = []
        var problems: [Problem] = []
        var seen: [String: Int] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        where !line.allSatisfy(\.isWhitespace) {
            do {
                let hotel = try DocumentDecoder().decode(Hotel.self, fromJSON: String(line))
                if let problem = check(hotel, line: index + 1, &seen) {
                    problems.append(problem)
                } else {
                    hotels.append(hotel)
                }
            } catch {
                problems.append(problem(error, line: index + 1))
            }
        }
        if !problems.isEmpty { throw Problems(all: problems) }
        if hotels.isEmpty { throw self.problems("contains no hotels") }
        return hotels
    }

    private func check(_ hotel: Hotel, line: Int, _ seen: inout [String: Int]) -> Problem? {
        guard let id = hotel.id else {
            return Problem(file: url.path, line: line, path: "_id", reason: "the hotel has no ID")
        }
        defer { seen[id] = line }
        return seen[id].map {
            Problem(
                file: url.path, line: line, path: "_id",
                reason: "the ID \(id) is already used on line \($0)")
        }
    }

    private func problems(_ reason: String) -> Problems {
        Problems(all: [Problem(file: url.path, reason: reason)])
    }

    private func problem(_ error: any Error, line: Int) -> Problem {
        guard let error = error as? DecodingError, let context = error.context else {
            return Problem(file: url.path, line: line, reason: "\(error)")
        }
        if let syntax = context.underlyingError as? JSONError {
            return Problem(
                file: url.path, line: line,
                reason: "invalid JSON: \(syntax.message) in column \(syntax.column)")
        }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return Problem(
            file: url.path, line: line, path: path.joined(separator: "."),
            reason: context.debugDescription)
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .dataCorrupted(let context), .keyNotFound(_, let context),
            .typeMismatch(_, let context), .valueNotFound(_, let context):
            context
        @unknown default: nil
        }
    }
}
