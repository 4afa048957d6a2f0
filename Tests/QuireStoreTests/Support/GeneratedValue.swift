import Foundation
import Quire
import QuireTestSupport

@testable import QuireDocuments

/// A document value generated from a seed.
indirect enum GeneratedValue {
    case null
    case boolean(Bool)
    case int(Int64)
    case float(Float)
    case double(Double)
    case string(String)
    case date(Date)
    case array([GeneratedValue])
    case dictionary([(key: String, value: GeneratedValue)])

    // MARK: Making

    static func pairs(
        depth: Int, _ generator: inout SplitMix64
    ) -> [(key: String, value: GeneratedValue)] {
        var keys: Set<String> = []
        return (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in
            let key = text(&generator)
            guard keys.insert(key).inserted else { return nil }
            return (key, random(depth: depth, &generator))
        }
    }

    private static func random(depth: Int, _ generator: inout SplitMix64) -> GeneratedValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
        case 0: .null
        case 1: .boolean(.random(using: &generator))
        case 2:
            .int(
                Int64.random(in: .min ... .max, using: &generator)
                    >> Int64.random(in: 0..<64, using: &generator))
        // A multiple of an eighth has few digits, so that a float survives a round trip as a
        // double.
        case 3: .float(Float(Int.random(in: -80_000...80_000, using: &generator)) / 8)
        case 4:
            .double(
                Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &generator)))
        case 5: .string(text(&generator))
        case 6:
            .date(
                Date(
                    timeIntervalSince1970: Double(
                        Int.random(in: -60_000_000_000...250_000_000_000, using: &generator)) / 1000
                ))
        case 7:
            .array(
                (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                    random(depth: depth - 1, &generator)
                })
        default: .dictionary(pairs(depth: depth - 1, &generator))
        }
    }

    private static let characters = Array("abcXYZ019_-@ .\"\\/\n\téß水🏔️\u{7F}\u{0}")

    private static func text(_ generator: inout SplitMix64) -> String {
        String(
            (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                characters[Int.random(in: 0..<characters.count, using: &generator)]
            })
    }

    // MARK: Setting

    /// Sets the values of a dictionary with typed setters.
    func set(in holder: some MutableDictionaryProtocol) {
        guard case .dictionary(let pairs) = self else { return }
        for (key, value) in pairs {
            switch value {
            case .null: holder.setValue(nil, forKey: key)
            case .boolean(let truth): holder.setBoolean(truth, forKey: key)
            case .int(let number): holder.setInt64(number, forKey: key)
            case .float(let number): holder.setFloat(number, forKey: key)
            case .double(let number): holder.setDouble(number, forKey: key)
            case .string(let text): holder.setString(text, forKey: key)
            case .date(let date): holder.setDate(date, forKey: key)
            case .array(let items): holder.setArray(Self.array(items), forKey: key)
            case .dictionary:
                let dictionary = MutableDictionaryObject()
                holder.setDictionary(dictionary, forKey: key)
                value.set(in: dictionary)
            }
        }
    }

    private static func array(_ items: [GeneratedValue]) -> MutableArrayObject {
        let array = MutableArrayObject()
        for item in items {
            switch item {
            case .null: array.addValue(nil)
            case .boolean(let truth): array.addBoolean(truth)
            case .int(let number): array.addInt64(number)
            case .float(let number): array.addFloat(number)
            case .double(let number): array.addDouble(number)
            case .string(let text): array.addString(text)
            case .date(let date): array.addDate(date)
            case .array(let items): array.addArray(Self.array(items))
            case .dictionary:
                let dictionary = MutableDictionaryObject()
                item.set(in: dictionary)
                array.addDictionary(dictionary)
            }
        }
        return array
    }

    // MARK: Comparing

    /// Returns whether the typed accessors return the value.
    func isFound(in form: DocumentValue.Form) -> Bool {
        switch self {
        case .null: form.isNull && form.value is NSNull && !form.boolean
        case .boolean(let truth): form.boolean == truth && form.int64 == (truth ? 1 : 0)
        case .int(let number): form.int64 == number && form.number?.int64Value == number
        case .float(let number): Float(form.double) == number
        case .double(let number): form.double == number
        case .string(let text): form.string == text
        case .date(let date):
            form.date == DocumentDate.string(from: date).flatMap(DocumentDate.date)
        case .array(let items):
            form.array?.count == items.count
                && items.indices.allSatisfy { index in
                    items[index].isFound(in: form.array?.documentValue(at: index).form ?? .missing)
                }
        case .dictionary(let pairs):
            form.dictionary?.count == pairs.count
                && pairs.allSatisfy { key, value in
                    value.isFound(in: form.dictionary?.documentValue(forKey: key).form ?? .missing)
                }
        }
    }

    /// Returns whether a native value equals this one.
    func isPlain(_ value: Any) -> Bool {
        switch self {
        case .null: value is NSNull
        case .boolean(let truth): value as? Bool == truth
        case .int(let number): value as? Int64 == number
        case .float(let number): value as? Float == number
        case .double(let number): value as? Double == number
        case .string(let text): value as? String == text
        case .date(let date): value as? String == DocumentDate.string(from: date)
        case .array(let items):
            (value as? [Any]).map { values in
                values.count == items.count && zip(items, values).allSatisfy { $0.isPlain($1) }
            } ?? false
        case .dictionary(let pairs):
            (value as? [String: Any]).map { values in
                values.count == pairs.count
                    && pairs.allSatisfy { key, value in values[key].map(value.isPlain) ?? false }
            } ?? false
        }
    }
}
