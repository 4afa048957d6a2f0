// Quire is the only module that its users import.

@_exported public import Fleece
@_exported public import QuireDocuments
@_exported public import QuireEncryption
@_exported public import QuireSearch
@_exported public import QuireModels
@_exported public import QuireQuery
@_exported public import QuireStore
@_exported public import QuireStoreQuery
