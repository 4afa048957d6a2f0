import Foundation
import Quire
import Testing

extension ValueComparison where Leaf: Comparable {
    func compareOrder() {
        for constant in constants {
            expect("< \(constant)", QueryField.model.value < constant) { $0.value < constant }
            expect("<= \(constant)", QueryField.model.value <= constant) { $0.value <= constant }
            expect("> \(constant)", QueryField.model.value > constant) { $0.value > constant }
            expect(">= \(constant)", QueryField.model.value >= constant) { $0.value >= constant }
            expect("? < \(constant)", QueryField.model.maybe < constant) {
                $0.maybe.map { $0 < constant } ?? false
            }
            expect("? >= \(constant)", QueryField.model.maybe >= constant) {
                $0.maybe.map { $0 >= constant } ?? false
            }
            let range = min(constant, constants[0])...max(constant, constants[0])
            expect("in \(range)", QueryField.model.value.in(range)) { range.contains($0.value) }
        }
        expect("fields <", QueryField.model.value < QueryField.model.part.value) {
            $0.value < $0.part.value
        }
        let ascending = models.sorted { ($0.value, $0.id ?? "") < ($1.value, $1.id ?? "") }
        expect(
            "order", try repository.sorted(by: \.value).all().map(\.value), ascending.map(\.value))
        expect(
            "descending order",
            try repository.sorted(by: \.value, .descending).all().map(\.value),
            ascending.reversed().map(\.value))
        expect("first", try repository.sorted(by: \.value).first()?.value, ascending.first?.value)
        expect("pages", try pages().map(\.value), ascending.map(\.value))
        expect("pages are complete", Set(try pages().map(\.id)), Set(models.map(\.id)))
        expect(
            "order of ?", try repository.sorted(by: \.maybe).all().map(\.maybe),
            models.filter { $0.maybe == nil }.map(\.maybe)
                + models.compactMap(\.maybe).sorted().map { $0 })
        expect("minimum", try repository.minimum(of: \.value), models.map(\.value).min())
        expect("maximum ?", try repository.maximum(of: \.maybe), models.compactMap(\.maybe).max())
        let extremes = Dictionary(grouping: models, by: \.group)
            .mapValues { [$0.map(\.value).min(), $0.map(\.value).max()] }
        expect("grouped extremes", try groupedExtremes(), extremes)
    }

    private func groupedExtremes() throws -> [Int: [Leaf?]] {
        let rows = try repository.grouped { $0.group }
            .select { ($0.key, $0.minimum(of: \.value), $0.maximum(of: \.value)) }.all()
        return Dictionary(rows.map { ($0.0, [$0.1, $0.2]) }) { first, _ in first }
    }

    private func pages() throws -> [Model] {
        var models: [Model] = []
        var cursor: PageCursor?
        repeat {
            let page = try repository.sorted(by: \.value).page(
                after: cursor.flatMap { PageCursor($0.token) }, size: 3)
            models += page.models
            cursor = page.next
        } while cursor != nil
        return models
    }
}

extension ValueComparison where Leaf: Comparable & Numeric {
    /// Returns the sum, or `nil` if it is too large or depends on the order of the numbers.
    private static func sum(_ values: [Leaf]) -> Leaf? {
        if let values = values as? [any FixedWidthInteger] {
            let sum = values.reduce(Decimal.zero) { $0 + (Decimal(string: "\($1)") ?? 0) }
            return (Leaf.self as? any FixedWidthInteger.Type).flatMap { exact(sum, $0) } as? Leaf
        }
        if let values = values as? [Decimal] {
            let sum = values.sorted().reduce(0, +)
            return sum == values.sorted().reversed().reduce(0, +) && sum.isFinite
                ? sum as? Leaf : nil
        }
        // Some numbers that a double adds without rounding.
        let sum = values.reduce(0, +)
        return "\(sum)".contains("inf") || values.contains { "\($0)".contains("e") } ? nil : sum
    }

    private static func exact<Number: FixedWidthInteger>(
        _ sum: Decimal, _ type: Number.Type
    ) -> Number? { Number(sum.description) }

    func compareSums() {
        for group in 0..<3 {
            let values = models.filter { $0.group == group }.map(\.value)
            guard let sum = Self.sum(values) else { continue }
            let selection = repository.filter { $0.group == group }
            expect("sum", try selection.sum(of: \.value), sum)
            if !values.isEmpty, !FieldOperand.isUnsigned(Leaf.self) {
                expect(
                    "grouped sum",
                    try selection.grouped { $0.group }.select { $0.sum(of: \.value) }.all(), [sum])
            }
            // The average of `Float` is that of the numbers as `Double`.
            let total = (values as? [Float])?.reduce(0) { $0 + Double($1) }.description
            if let mean = Decimal(string: total ?? "\(sum)")
                .map({ $0 / Decimal(max(1, values.count)) })
            {
                let expected = values.isEmpty ? nil : Double(mean.description)
                expect("average", try selection.average(of: \.value), expected)
                expect(
                    "grouped average",
                    FieldOperand.isUnsigned(Leaf.self)
                        ? expected.map { [$0] } ?? []
                        : try selection.grouped { $0.group }
                            .select { $0.average(of: \.value) }.all().compactMap(\.self),
                    expected.map { [$0] } ?? [])
            }
        }
    }
}
