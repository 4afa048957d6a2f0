import Foundation
import QuireTestSupport

@testable import QuireDocuments

// Dictionaries with different keys, and enumerations.

extension RandomModels {
    enum Season: String, Codable, CaseIterable { case spring, summer, autumn, winter }

    enum Weekday: Int, Codable, CaseIterable { case monday = 1, tuesday, friday = 5, sunday = 7 }

    enum Sign: Int8, Codable, CaseIterable { case minus = -1, zero, plus }

    enum Ratio: Double, Codable, CaseIterable { case half = 0.5, whole = 1 }

    enum Initial: String, Codable, CaseIterable, CodingKeyRepresentable {
        case a, b = "B.b", c = ""
    }

    enum Single: String, Codable, CaseIterable { case only }

    struct Tagged: RawRepresentable, Codable, Hashable { var rawValue: String }

    struct Counted: RawRepresentable, Codable, Hashable { var rawValue: UInt16 }

    struct Point: Codable, Hashable {
        var x: Int
        var y: Int
    }

    struct ByKey<Key: Codable & Hashable>: Codable, Equatable {
        var values: [Key: Int]
        var models: [Key: Point]
        var nested: [Key: [Key: [String]]]
    }

    enum Shape: Codable, Hashable, Sampled {
        case circle(radius: Double)
        case rectangle(width: Double, height: Double)
        case empty
        case labelled(String, Int)
        case inside(Point, of: [Point])

        static func sample(_ source: GeneratedValueSource) throws -> Self {
            switch source.random.next(below: 5) {
            case 0: .circle(radius: source.double())
            case 1: .rectangle(width: source.double(), height: 2)
            case 2: .empty
            case 3: .labelled(source.string(), source.integer(Int.self))
            default: .inside(try source.value(Point.self), of: try source.value([Point].self))
            }
        }
    }

    indirect enum Expression: Codable, Equatable, Sampled {
        case number(Int)
        case sum(Expression, Expression)
        case negated(Expression)
        case call(name: String, arguments: [Expression])

        static func sample(_ source: GeneratedValueSource) throws -> Self {
            switch source.depth > 6 ? 0 : source.random.next(below: 4) {
            case 0: .number(source.integer(Int.self))
            case 1: .sum(try source.value(Self.self), try source.value(Self.self))
            case 2: .negated(try source.value(Self.self))
            default: .call(name: source.string(), arguments: try source.value([Self].self))
            }
        }
    }

    enum Either<Left: Codable & Equatable, Right: Codable & Equatable>: Codable, Equatable, Sampled
    {
        case left(Left)
        case right(Right)

        static func sample(_ source: GeneratedValueSource) throws -> Self {
            source.random.next(below: 2) == 0
                ? .left(try source.value(Left.self)) : .right(try source.value(Right.self))
        }
    }

    /// An enumeration that determines its case by trial decoding.
    enum Loose: Codable, Equatable, Sampled {
        case text(String)
        case number(Int)
        case list([Loose])
        case map([String: Loose])
        case nothing

        init(from decoder: any Decoder) throws {
            if let keyed = try? [String: Loose](from: decoder) {
                self = .map(keyed)
            } else if let list = try? [Loose](from: decoder) {
                self = .list(list)
            } else {
                let single = try decoder.singleValueContainer()
                if single.decodeNil() {
                    self = .nothing
                } else if let number = try? single.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .text(try single.decode(String.self))
                }
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .list(let list): try container.encode(list)
            case .map(let map): try container.encode(map)
            case .nothing: try container.encodeNil()
            }
        }

        static func sample(_ source: GeneratedValueSource) throws -> Self {
            switch source.depth > 5 ? 1 : source.random.next(below: 5) {
            case 0: .text(source.string())
            case 1: .number(source.integer(Int.self))
            case 2: .list(try source.value([Self].self))
            case 3: .map(try source.value([String: Self].self))
            default: .nothing
            }
        }
    }
}
