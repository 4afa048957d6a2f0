// Quire is the only module that its users import. Bodies and rows are Fleece values, and an index has
// a language, so those come with it.

@_exported public import Fleece
@_exported public import QuireDocuments
@_exported public import QuireFullText
