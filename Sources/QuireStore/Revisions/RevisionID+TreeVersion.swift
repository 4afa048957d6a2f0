extension RevisionID.SourceID {
    /// The author of versions that represent revisions of rev-trees, whose text is
    /// `Revision+Tree+Encoding`.
    static let revisionTrees = Self(high: 0x45EB_E2B2_2A27_F93A, low: 0xDE7B_E127_7287_629E)

    /// Creates the ID of a database from its public UUID.
    ///
    /// - Parameter bytes: The 16 bytes. The initializer returns `nil` for any other number.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(high: integer(bytes[..<8]), low: integer(bytes[8...]))
    }
}

extension RevisionID {
    /// The version that this revision is compared as.
    ///
    /// A revision of a rev-tree counts as a version of a certain author, with a time that consists
    /// of the generation and the first 40 bits of the digest.
    package var version: Version {
        switch form {
        case .version(let version): return version
        case .tree(let generation, let digest):
            let bits = (0..<5).reduce(UInt64(0)) { bits, index in
                bits << 8 | UInt64(index < digest.count ? digest[index] : 0)
            }
            return Version(time: generation << 40 | bits, source: .revisionTrees)
        }
    }

    /// The bytes of the revision in the column `version`, for a revision of a rev-tree.
    var storedTree: [UInt8]? {
        guard case .tree(var generation, let digest) = form else { return nil }
        var bytes: [UInt8] = []
        while generation >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: generation) | 0x80)
            generation >>= 7
        }
        return bytes + [UInt8(generation)] + digest
    }
}
