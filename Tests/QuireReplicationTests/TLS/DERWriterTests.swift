#if Replication
    import Foundation
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    @Suite struct DERWriterTests {
        /// Elements and their bytes, from the examples of ITU-T X.690 and RFC 5280.
        static let cases: [(String, [UInt8], [UInt8])] = [
            ("integer 0", DERWriter.integer([]), [0x02, 1, 0]),
            ("integer 0", DERWriter.integer([0, 0]), [0x02, 1, 0]),
            ("integer 127", DERWriter.integer([127]), [0x02, 1, 127]),
            ("integer 128", DERWriter.integer([128]), [0x02, 2, 0, 128]),
            ("integer 256", DERWriter.integer([0, 1, 0]), [0x02, 2, 1, 0]),
            ("boolean", DERWriter.boolean(true), [0x01, 1, 0xFF]),
            ("boolean", DERWriter.boolean(false), [0x01, 1, 0]),
            ("octets", DERWriter.octets([1, 2]), [0x04, 2, 1, 2]),
            ("bits", DERWriter.bits([0x80], unusedCount: 7), [0x03, 2, 7, 0x80]),
            ("text", DERWriter.text("é"), [0x0C, 2, 0xC3, 0xA9]),
            ("country", DERWriter.printableText("NO"), [0x13, 2, 78, 79]),
            ("sequence", DERWriter.sequence([5], [6, 7]), [0x30, 3, 5, 6, 7]),
            ("set", DERWriter.set([5]), [0x31, 1, 5]),
            ("tagged", DERWriter.tagged(3, [5]), [0xA3, 1, 5]),
            ("identifier", DERWriter.identifier("2.5.4.3"), [0x06, 3, 0x55, 4, 3]),
            (
                "identifier", DERWriter.identifier("1.2.840.113549"),
                [0x06, 6, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D]
            ),
            ("identifier", DERWriter.identifier("2.999.3"), [0x06, 3, 0x88, 0x37, 3]),
        ]

        @Test(arguments: cases)
        func `elements have the bytes of the standard`(
            name: String, written: [UInt8], bytes: [UInt8]
        ) {
            #expect(written == bytes, "\(name)")
        }

        @Test(
            arguments: [
                (0, [0]), (127, [127]), (128, [0x81, 128]), (255, [0x81, 255]),
                (256, [0x82, 1, 0]),
                (65_535, [0x82, 255, 255]), (65_536, [0x83, 1, 0, 0]),
            ] as [(Int, [UInt8])])
        func `the reader reads contents of any length`(count: Int, length: [UInt8]) {
            let written = DERWriter.octets(testBytes(count))
            var reader = DERReader(written[...])
            let isRead = reader.next().map { Array($0.content) } == testBytes(count)
            #expect(Array(written.dropFirst().prefix(length.count)) == length && isRead)
        }

        /// Dates and their elements: those of OpenSSL.
        static let dates: [(String, String)] = [
            ("1999-12-31T23:59:59Z", "170D3939313233313233353935395A"),
            ("2026-11-30T09:30:00Z", "170D3236313133303039333030305A"),
            ("2049-12-31T23:59:59Z", "170D3439313233313233353935395A"),
            ("2050-01-01T00:00:00Z", "180F32303530303130313030303030305A"),
            ("9999-12-31T23:59:59Z", "180F39393939313233313233353935395A"),
        ]

        @Test(arguments: dates)
        func `dates until 2049 have two digits of the year`(
            text: String, hexadecimal: String
        )
            throws
        {
            let date = try Date(text, strategy: .iso8601)
            let bytes = CertificateTime.encoded(date)
            var reader = DERReader(bytes[...])
            let read = reader.next().flatMap(CertificateTime.decoded)
            let written = bytes.map { String(format: "%02X", $0) }.joined()
            #expect(written == hexadecimal && read == date)
        }

        @Test(arguments: [
            "26113009300", "261130093000Z0", "26113009300AZ", "261330093000Z", "260230093000Z",
            "261130243000Z", "",
        ])
        func `text that is no date is not read`(text: String) {
            let bytes = DERWriter.element(0x17, Array(text.utf8))
            var reader = DERReader(bytes[...])
            #expect(reader.next().flatMap(CertificateTime.decoded) == nil)
        }
    }
#endif
