/// What both coders keep to.
enum CodingLimits {
    /// How deep values can be nested: deep enough for every document that Fleece holds, and far from
    /// the end of a thread's stack.
    static let depth = 512
}
