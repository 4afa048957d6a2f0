// Statements are about documents, and an index has a language, so those come with this module.

@_exported public import QuireDocuments
@_exported public import QuireSearch
