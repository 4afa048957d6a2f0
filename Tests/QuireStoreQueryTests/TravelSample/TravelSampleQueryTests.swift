import Foundation
import Quire
import Testing

/// Realistic queries of real data, compared with results computed without a database.
///
/// They are skipped if the published data does not exist.
@Suite(.enabled(if: TravelSampleData.isThere))
struct TravelSampleQueryTests {
    static let questions =
        TravelSampleQuery.airports + TravelSampleQuery.hotels + TravelSampleQuery.reviews

    @Test(arguments: questions)
    func `a query has the same result as plain Swift`(question: TravelSampleQuery) throws {
        let data = try TravelSampleData.shared.get()
        let expected = question.answer(data).map(TravelSampleData.row)
        #expect(!expected.isEmpty)
        let query = try data.collection.database.createQuery(QuerySource(verbatim: question.text))
        #expect(try data.rows(query) == expected)
        if let built = question.built {
            #expect(try data.rows(built(data.collection.dataSource).inQuire()) == expected)
        }
        if let typed = question.typed {
            #expect(try typed(data).map(TravelSampleData.row) == expected)
        }
    }

    @Test func `there are enough queries, in every language`() {
        #expect(Self.questions.count >= 20)
        #expect(Self.questions.count { $0.built != nil } >= 6)
        #expect(Self.questions.count { $0.typed != nil } >= 8)
    }
}

extension String {
    /// Returns whether a string precedes another by its bytes, as in the database.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Sequence {
    /// Returns the elements grouped by a string, sorted by it.
    func groups(by key: (Element) -> String) -> [(key: String, value: [Element])] {
        Dictionary(grouping: self, by: key).sorted { $0.key.precedes($1.key) }
    }
}

extension Collection<Double> {
    /// The mean with compensated summation, as in a query.
    var mean: Double {
        var sum = 0.0
        var roundedOff = 0.0
        for element in self {
            let next = sum + element
            roundedOff += abs(sum) >= abs(element) ? (sum - next) + element : (element - next) + sum
            sum = next
        }
        return (sum + roundedOff) / Double(count)
    }
}
