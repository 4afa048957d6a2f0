/// A pattern for names: `*` matches any characters, `?` matches one.
struct Glob {
    private let pattern: [Character]

    init(_ pattern: String) {
        self.pattern = Array(pattern)
    }

    /// Returns whether the pattern matches a name.
    ///
    /// - Complexity: O(*n* × *m*) in the lengths of the name and the pattern.
    func matches(_ name: String) -> Bool {
        let name = Array(name)
        var (inName, inPattern) = (0, 0)
        // The position to resume from if the rest after the last star does not match.
        var star: (pattern: Int, name: Int)?
        while inName < name.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                star = (inPattern + 1, inName)
                inPattern += 1
            } else if inPattern < pattern.count,
                pattern[inPattern] == "?" || pattern[inPattern] == name[inName]
            {
                inName += 1
                inPattern += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                (inPattern, inName) = (last.pattern, last.name + 1)
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }
}
