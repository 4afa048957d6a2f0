import DatabaseTestSupport
import Quire
import Testing

/// Values of an unsigned property that are distinct in Swift are those of a projection.
@Suite struct DistinctUnsignedTests {
    struct Disk: DocumentModel, Equatable, DefaultsProviding {
        @DocumentID var id: String?
        var size = UInt64.max
        var used: UInt64?

        static let defaults = Disk()
    }

    @Test(arguments: TestStore.all)
    func `a stored value equals the same default value`(kind: TestStore) throws {
        let store = try kind.open()
        for (index, body) in [
            "", #","size":18446744073709551615"#, #","size":7,"used":18446744073709551615"#,
            #","size":7,"used":null"#,
        ].enumerated() {
            try store.put("d\(index)", #"{"type":"disk"\#(body)}"#)
        }
        let disks = try store.repository(of: Disk.self)
        #expect(try disks.select(\.size).distinct().all().sorted() == [7, .max])
        #expect(try Set(disks.select(\.used).distinct().all()) == [nil, .max])
        #expect(try disks.select(\.used).distinct().all().count == 2)
    }
}
