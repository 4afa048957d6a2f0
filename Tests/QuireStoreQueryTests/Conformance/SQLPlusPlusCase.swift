import Fleece
import Foundation
import Quire

/// A statement with the result of the original engine.
struct SQLPlusPlusCase: Sendable, CustomStringConvertible {
    let line: Int
    let value: FleeceDictionary

    var sql: String { value["sql"]?.string ?? "" }
    var oddity: String? { value["oddity"]?.string }
    var isError: Bool { value["error"] != nil }
    var stage: String? { value["stage"]?.string }
    var offset: Int? { value["offset"]?.int64.map { Int($0) } }
    var isOrdered: Bool { value["ordered"]?.boolean == true }
    var description: String { "\(line): \(sql)" }

    var columns: [String] { value["columns"]?.array?.compactMap(\.string) ?? [] }

    var rows: [[SQLPlusPlusCell]] {
        value["rows"]?.array?.map { row in row.array?.map(SQLPlusPlusCell.init) ?? [] } ?? []
    }

    var parameters: Parameters? {
        guard let values = value["params"]?.dictionary else { return nil }
        let parameters = Parameters()
        for (name, value) in values {
            parameters.set(Parameters.Value(value), forName: name)
        }
        return parameters
    }

    /// Returns the lines of a fixture.
    static func read(_ name: String) throws -> [SQLPlusPlusCase] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/sqlpp/\(name)").standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
        return try text.split(separator: "\n").enumerated().map { index, line in
            guard let value = try FleeceStorage(json: String(line)).root?.dictionary else {
                throw QuireError(.invalidJSON, "line \(index + 1) of \(name) is no object")
            }
            return SQLPlusPlusCase(line: index + 1, value: value)
        }
    }
}

/// A value of a result, which can be missing.
struct SQLPlusPlusCell {
    /// The value, or `nil` if it is missing.
    let value: FleeceValue?
    private let isExpected: Bool

    /// Creates a cell from its representation in the fixture.
    init(_ expected: FleeceValue) {
        let mark = expected.dictionary?["@"]?.string
        value = mark == "missing" ? nil : expected
        isExpected = true
    }

    init(actual: FleeceValue?) {
        value = actual
        isExpected = false
    }

    /// A key for sorting unordered rows.
    var key: String {
        guard let value else { return "missing" }
        if let number = Self.number(value) { return "\(Float(number))" }
        return (try? value.json(.canonical)) ?? "?"
    }

    private static func number(_ value: FleeceValue) -> Double? {
        switch value.dictionary?["@"]?.string {
        case "inf": .infinity
        case "-inf": -.infinity
        default: value.double
        }
    }

    static func isSame(_ left: SQLPlusPlusCell, _ right: SQLPlusPlusCell) -> Bool {
        switch (left.value, right.value) {
        case (nil, nil): true
        case (let left?, let right?): isSame(left, right)
        default: false
        }
    }

    private static func isSame(_ left: FleeceValue, _ right: FleeceValue) -> Bool {
        if let first = number(left), let second = number(right) {
            return first == second
                || abs(first - second) <= 1e-12 * max(abs(first), abs(second))
        }
        if let first = left.array, let second = right.array {
            return first.count == second.count && zip(first, second).allSatisfy(isSame)
        }
        if let first = left.dictionary, let second = right.dictionary {
            return first.count == second.count
                && first.allSatisfy { key, value in
                    second[key].map { isSame(value, $0) } ?? false
                }
        }
        return left.kind == right.kind && left.boolean == right.boolean
            && left.string == right.string && left.data == right.data
    }
}

extension Parameters.Value {
    init(_ value: FleeceValue) {
        if let boolean = value.boolean {
            self = .boolean(boolean)
        } else if value.kind == .integer, let integer = value.int64 {
            self = .integer(integer)
        } else if let double = value.double {
            self = .double(double)
        } else if let string = value.string {
            self = .string(string)
        } else if let array = value.array {
            self = .array(array.map(Self.init))
        } else if let dictionary = value.dictionary {
            self = .dictionary(
                Dictionary(uniqueKeysWithValues: dictionary.map { ($0, Self($1)) }))
        } else {
            self = .null
        }
    }
}
