// Tests get the stores in memory with the checks of models.

@_exported public import QuireInMemory
