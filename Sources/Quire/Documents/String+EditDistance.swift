extension String {
    /// Returns the edit distance to another string: the number of characters to insert, remove or
    /// replace.
    ///
    /// - Parameter other: The other string.
    /// - Returns: The distance.
    /// - Complexity: O(*n* · *m*) in the lengths of the strings.
    package func editDistance(to other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (index, character) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (character == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
