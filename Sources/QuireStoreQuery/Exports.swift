@_exported public import QuireStore
