import DatabaseTestSupport
import Dispatch
import Quire
import QuireTestSupport
import Testing

@Suite(.serialized) struct ManyListenersTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection
    let queue = DispatchQueue(label: "test")

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    func listen() -> ListenerToken { collection.addChangeListener(queue: queue) { _ in } }

    /// Returns the processor time for adding and removing a listener next to others.
    func time(nextTo others: Int) -> Double {
        let tokens = (0..<others).map { _ in listen() }
        defer { for token in tokens { token.remove() } }
        let times = (0..<10).map { _ in
            ThreadTime.seconds(of: { for _ in 0..<100 { listen().remove() } })
        }
        return times.min() ?? 0
    }

    /// Also the only listener, whose removal must not immediately end the observation of the file.
    @Test(.timeLimit(.minutes(10)), arguments: [0, 10_000])
    func `adding and removing a listener takes the same time for any number of others`(
        others: Int
    ) {
        let one = time(nextTo: 1)
        #expect(time(nextTo: others) < one * 10)
    }

    @Test func `an existing observation detects later saves by another process`() throws {
        let recorder = ChangeRecorder()
        for _ in 0..<10 { listen().remove() }
        collection.addChangeListener(queue: queue) { recorder.note($0.documentIDs) }
        try folder.sqlite().execute(
            """
            BEGIN IMMEDIATE; UPDATE kvmeta SET lastSeq = lastSeq + 1;
            INSERT INTO kvmeta SELECT 'default', 1, 0 WHERE changes() = 0;
            INSERT INTO kv_default (key, sequence, version, body) SELECT 'x', lastSeq,
            x'008297BC96C0BA0C80', x'7000' FROM kvmeta WHERE name = 'default'; COMMIT
            """, purpose: "test")
        #expect(recorder.wait(for: 1) == [["x"]])
    }
}
