// The declarations of Foundation that the checked sources use. The toolchain has no Foundation for
// the target.

public func malloc(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    .allocate(byteCount: byteCount, alignment: 8)
}

public func free(_ memory: UnsafeMutableRawPointer?) { memory?.deallocate() }

public func memcmp(
    _ one: UnsafeRawPointer?, _ other: UnsafeRawPointer?, _ byteCount: Int
) -> Int32 {
    0
}

public struct Data {
    public init(_ bytes: UnsafeRawBufferPointer) {}

    public func base64EncodedData() -> [UInt8] { [] }
}
