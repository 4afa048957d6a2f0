/// A table of 2,048 shared keys that all point to one name of 200 KB, as hexadecimal digits.
public enum RepeatedName {
    /// A string at offset 0, followed by an array of wide pointers and the pointer to the array.
    public static let table =
        "4FC09A0C" + String(repeating: "6B", count: 200_000) + "6FFF0100"
        + (0..<2048).map { String(0x8000_0000 | (200_008 + 4 * $0) / 2, radix: 16) }.joined()
        + "9002"
}
