/// The encodings of files that contain records.
///
/// A byte order mark at the beginning of a file determines its encoding; otherwise, the caller does.
///
/// ```swift
/// let reader = try RecordReader(path: path, encoding: .windows1252)
/// ```
public enum RecordEncoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    /// UTF-16 whose low bytes precede the high ones.
    case utf16LittleEndian = "utf-16le"
    /// UTF-16 whose high bytes precede the low ones.
    case utf16BigEndian = "utf-16be"
    /// ISO 8859-1, in which each byte is a Unicode scalar.
    case latin1 = "latin-1"
    /// The encoding of Windows for Western languages, which adds `€` and others to Latin-1.
    case windows1252 = "windows-1252"
}
