extension String {
    /// Returns the edit distance to another string: the number of characters to insert, remove or
    /// replace, or of neighboring characters to exchange.
    ///
    /// - Parameter other: The other string.
    /// - Returns: The distance.
    /// - Complexity: O(*n* · *m*) in the lengths of the strings.
    package func editDistance(to other: String) -> Int {
        let (first, second) = (Array(self), Array(other))
        // The distances of the beginnings of this string to those of the other one.
        var previous: [Int] = []
        var last = Array(0...second.count)
        for (index, character) in first.enumerated() {
            var row = [index + 1]
            for (column, otherCharacter) in second.enumerated() {
                let replaced = last[column] + (character == otherCharacter ? 0 : 1)
                var distance = Swift.min(replaced, last[column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, character == second[column - 1],
                    otherCharacter == first[index - 1]
                {
                    distance = Swift.min(distance, previous[column - 1] + 1)
                }
                row.append(distance)
            }
            (previous, last) = (last, row)
        }
        return last[second.count]
    }
}
