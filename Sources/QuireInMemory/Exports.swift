// A preview of models imports only this module.

@_exported public import QuireModels
