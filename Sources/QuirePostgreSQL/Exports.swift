#if PostgreSQL
    // A program that uses only PostgreSQL imports only this module.

    @_exported public import QuireModels
#endif
