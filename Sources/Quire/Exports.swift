// Quire is the only module that its users import. Bodies and rows are Fleece values, so those come
// with it.

@_exported public import Fleece
@_exported public import QuireDocuments
