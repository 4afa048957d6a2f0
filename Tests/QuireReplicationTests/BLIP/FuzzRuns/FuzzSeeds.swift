#if Replication
    /// The inputs with which fuzzing of frames begins.
    enum FuzzSeeds {
        static let all: [[UInt8]] = [
            // A request and a response.
            frame(1, 1, 0x00, "\u{0C}Profile\0rev\0{}") + frame(1, 1, 0x01, "\0{}"),
            // Compressed, urgent, without a reply.
            frame(1, 1, 0x38, "\u{10}Profile\0changes\0[]") + frame(2, 2, 0x0a, "\0error"),
            // Several frames that alternate.
            frame(1, 1, 0x40, "\u{0C}Prof") + frame(1, 2, 0x48, "\0a")
                + frame(1, 1, 0x48, "ile\0rev\0") + frame(1, 2, 0x08, "b")
                + frame(1, 1, 0x00, "{}"),
            // Long contents, and an abandoned response.
            frame(7, 1, 0x40, "\0") + frame(7, 1, 0x40, "aaaaaaaaaaaa")
                + frame(7, 9, 0x41, "aaaaaa"),
            frame(3, 1, 0x48, "\0\0\0\0\0\0\0\0") + frame(3, 1, 0x08, "\0\0"),
            // Acknowledgments of both kinds, and an unknown type.
            frame(1, 1, 0x34, "\u{10}\u{74}\u{03}") + frame(1, 2, 0x35, "\u{01}")
                + frame(0, 1, 0x03, "x"),
            // Deflated bytes: an empty stored block, and one of fixed codes.
            frame(4, 1, 0x08, "\u{00}\u{00}") + frame(4, 2, 0x08, "\u{4A}\u{04}\u{00}"),
        ]

        /// The inputs with which fuzzing of properties begins.
        static let properties: [[UInt8]] = [
            "", "Profile\0rev\0id\0a\0rev\01@x\0", "a\0\0\0b\0", "a\01\0a\02\0",
            "Error-Domain\0HTTP\0Error-Code\0404\0", "a\01\0b\0", "a\01", "ö\0\u{1F600}\0",
            String(repeating: "\0", count: 40),
        ].map { Array($0.utf8) }

        /// Returns the description of a frame.
        private static func frame(
            _ kind: UInt8, _ number: UInt8, _ flags: UInt8, _ contents: String
        ) -> [UInt8] {
            let bytes = [number, flags] + Array(contents.utf8)
            let units = (bytes.count + 7) / 8
            return [kind | UInt8(units - 1) << 3] + bytes
                + [UInt8](repeating: 0, count: units * 8 - bytes.count)
        }
    }
#endif
