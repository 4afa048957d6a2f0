extension String {
    func padded(to width: Int, atEnd: Bool = true) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return atEnd ? self + space : space + self
    }

    var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
