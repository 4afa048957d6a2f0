import Fleece

// The column `extra` of a row whose remote revisions have the properties of the current one. It
// contains pointers to the root of the body, so the properties are stored once:
//
//   00 00 00 00
//   7001 412E C00A           item 0: {".": 20 bytes back, in a body of 12 bytes}
//   5F19 00CC8180…           the version of remote 1
//   7002 412E C019 4140 8012 item 1: {".": the body, "@": the version}
//   6002 8017 8007           the array
//   8003                     the root
//
// Offsets of pointers into the body count from the first of the four zero bytes.

/// The column `extra`, while it is written.
struct SharingColumn {
    private static let maximumOffset = 0x7FFE

    private var bytes: [UInt8] = [0, 0, 0, 0]
    /// The number of bytes from the root of the body to its end, or `nil` if the root is an empty
    /// dictionary.
    private let distance: Int?

    /// Begins a column.
    ///
    /// - Parameter body: The body, or `nil` if it is NULL.
    init(after body: UnsafeRawBufferPointer?) {
        guard let body, body.count > 2, let root = FleeceStorage.rootOffset(of: body) else {
            distance = nil
            return
        }
        distance = body.count - root
    }

    /// Adds item 0.
    ///
    /// - Parameter tree: The last rev-tree revision in stored form, if there is one.
    /// - Returns: The item's offset, or `nil` if the body is too far away.
    mutating func addCurrent(tree: [UInt8]?) -> Int? {
        let data = tree.map { add(data: $0) }
        let item = beginDictionary(count: data == nil ? 1 : 2)
        guard addProperties() else { return nil }
        if let data {
            add(key: RemoteRevisions.treeKey)
            guard addPointer(to: data) else { return nil }
        }
        return item
    }

    /// Adds the item of a remote database.
    ///
    /// - Parameter entry: The entry, which may share the properties of the document.
    /// - Returns: The item's offset, or `nil` if the entry has properties of its own, or if a
    ///   pointer would be too long.
    mutating func add(_ entry: RemoteEntry) -> Int? {
        let data = add(data: entry.version)
        var hasProperties = true
        switch entry.properties {
        case .unknown: hasProperties = false
        case .current: break
        case .value: return nil
        }
        let item = beginDictionary(
            count: 1 + (hasProperties ? 1 : 0) + (entry.flags.isEmpty ? 0 : 1))
        if !entry.flags.isEmpty {
            guard entry.flags.rawValue < 0x800 else { return nil }
            add(key: RemoteRevisions.flagsKey)
            add(entry.flags.rawValue)
        }
        if hasProperties, !addProperties() { return nil }
        add(key: RemoteRevisions.versionKey)
        return addPointer(to: data) ? item : nil
    }

    /// Adds the array and the root.
    ///
    /// - Parameter items: The offsets of the items, `nil` for null.
    /// - Returns: The column, or `nil` if a pointer would be too long.
    consuming func finish(_ items: [Int?]) -> [UInt8]? {
        guard items.count < 0x7FF else { return nil }
        let array = bytes.count
        add(0x6000 | UInt16(items.count))
        for item in items {
            guard let item else {
                add(0x3000)
                continue
            }
            guard addPointer(to: item) else { return nil }
        }
        return addPointer(to: array) ? bytes : nil
    }

    private mutating func add(_ word: UInt16) {
        bytes.append(UInt8(word >> 8))
        bytes.append(UInt8(word & 0xFF))
    }

    private mutating func add(key: String) {
        bytes.append(0x41)
        bytes.append(contentsOf: key.utf8)
    }

    private mutating func beginDictionary(count: Int) -> Int {
        add(0x7000 | UInt16(count))
        return bytes.count - 2
    }

    private mutating func add(data: [UInt8]) -> Int {
        let start = bytes.count
        bytes.append(0x50 | UInt8(min(data.count, 15)))
        if data.count >= 15 {
            var rest = data.count
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        bytes += data
        if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
        return start
    }

    /// Adds the key of the properties, and a pointer to the root of the body.
    private mutating func addProperties() -> Bool {
        add(key: RemoteRevisions.propertiesKey)
        guard let distance else {
            add(0x7000)
            return true
        }
        let offset = bytes.count + distance
        guard offset <= Self.maximumOffset else { return false }
        add(0xC000 | UInt16(offset / 2))
        return true
    }

    private mutating func addPointer(to target: Int) -> Bool {
        let offset = bytes.count - target
        guard offset <= Self.maximumOffset else { return false }
        add(0x8000 | UInt16(offset / 2))
        return true
    }
}
