extension Unmanaged {
    /// Whether there is one owner of the object: the one that this reference stands for.
    @inline(__always)
    var hasOneOwner: Bool {
        // The reference has the form of a strong one, which it is looked at as without becoming one:
        // that would count owners up and down.
        var reference = self
        return withUnsafeMutablePointer(to: &reference) {
            $0.withMemoryRebound(to: Instance.self, capacity: 1) {
                isKnownUniquelyReferenced(&$0.pointee)
            }
        }
    }
}
