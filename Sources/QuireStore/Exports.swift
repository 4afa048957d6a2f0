@_exported public import Fleece
@_exported public import QuireDocuments
@_exported public import QuireEncryption
@_exported public import QuireSearch
@_exported public import QuireQuery
