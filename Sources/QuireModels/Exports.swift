// Models are stored as documents, and a repository returns conditions, rows and errors of these modules.

@_exported public import Fleece
@_exported public import QuireDocuments
@_exported public import QuireSearch
@_exported public import QuireQuery
