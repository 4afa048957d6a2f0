@_exported public import Fleece
@_exported public import QuireDocuments
@_exported public import QuireEncryption
@_exported public import QuireFullText
@_exported public import QuireQuery
