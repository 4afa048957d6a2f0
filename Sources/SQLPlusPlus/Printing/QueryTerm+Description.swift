extension QueryTerm: CustomStringConvertible {
    /// The expression's text in its canonical spelling, as in a statement that gives no names.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    public var description: String {
        var printer = Printer(scope: NameScope(sources: []))
        printer.write(self)
        return printer.text
    }
}
