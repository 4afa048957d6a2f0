import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

@Suite struct RevisionIDTests {
    // Rows of databases written by the original engine, and its output for them. The source IDs of
    // the
    // last two are invented; base64 as in RFC 4648.
    static let golden = [
        ("008297BC96C0BA0C80", "18ea016785c10000@*"),
        ("00F2CECFB8C0BA0C80", "18ea0389f3b90000@*"),
        ("008380A0C5BEE281EA3180", "18ea0389f4540001@*"),
        ("008380D8CCBEE281EA3180", "18ea0389f4cb0001@*"),
        (
            "00F2CECFB8C0BA0C90000102030405060708090A0B0C0D0E0F",
            "18ea0389f3b90000@AAECAwQFBgcICQoLDA0ODw"
        ),
        (
            "00F2CECFB8C0BA0C90FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
            "18ea0389f3b90000@/////////////////////w"
        ),
        ("01605EE4", "1-605ee4"),
        ("80010A", "128-0a"),
    ]

    @Test(arguments: golden)
    func `stored bytes are printed as by the original`(stored: String, text: String) throws {
        let bytes = [UInt8](hex: stored)
        #expect(try bytes.withUnsafeBytes { try RevisionID(stored: $0) }.description == text)
    }

    @Test(arguments: golden)
    func `a printed revision ID is parsed to the same bytes`(stored: String, text: String) throws {
        let bytes = [UInt8](hex: stored)
        #expect(try RevisionID(text) == bytes.withUnsafeBytes { try RevisionID(stored: $0) })
    }

    @Test(arguments: [
        "", "*", "@", "@*", "1@", "x@*", "+1@*", "-1@*", "1@**", "0@*", "1@AAECAwQFBgcICQoLDA0OD",
        "1@AAECAwQFBgcICQoLDA0ODw=", "1@AAECAwQFBgcICQoLDA0OD!", "1@AAECAwQFBgcICQoLDA0ODx",
        "10000000000000000@*", "1-", "-ab", "0-ab", "1-a", "1-xy", "1-+1", "1", "18ea0389f3b90000",
        "1-abé",
    ])
    func `a string that is not a revision ID is rejected`(text: String) {
        #expect(RevisionID(text) == nil)
    }

    @Test(arguments: [
        "", "00", "0080", "0080FF", "0001", "000190", "00010105", "01", "FFFFFFFFFFFFFFFFFF7F00",
    ])
    func `damaged bytes are an error and do not trap`(stored: String) {
        let bytes = [UInt8](hex: stored)
        let code = thrownCode { _ = try bytes.withUnsafeBytes { try RevisionID(stored: $0) } }
        #expect(code == .corruptRevisionData)
    }

    @Test func `a vector truncated anywhere is an error and does not trap`() throws {
        let whole = [UInt8](hex: "00F2CECFB8C0BA0C80" + "0310000102030405060708090A0B0C0D0E0F")
        // Without its second version, the vector is complete again.
        let codes = (0..<whole.count).filter { $0 != 9 }.map { count in
            thrownCode {
                _ = try whole[..<count].withUnsafeBytes { try VersionVector(stored: $0) }
            }
        }
        #expect(Set(codes) == [.corruptRevisionData])
    }

    @Test func `a revision ID contains the time of the revision`() {
        #expect(RevisionID("18ea0389f3b90000@*")?.timestamp == 0x18EA_0389_F3B9_0000)
    }
}
