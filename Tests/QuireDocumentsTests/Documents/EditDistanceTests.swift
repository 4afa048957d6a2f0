import Testing

@testable import QuireDocuments

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1),
        ("abc", "ab", 1), ("abc", "xabc", 1), ("query", "qurey", 1), ("ab", "ba", 1),
        ("abcd", "badc", 2), ("ca", "abc", 3), ("\u{e9}", "e\u{301}", 0), ("kitten", "sitting", 3),
    ])
    func `the distance is the number of changes`(first: String, second: String, count: Int) {
        #expect(
            [first.editDistance(to: second), second.editDistance(to: first)] == [count, count])
    }
}
