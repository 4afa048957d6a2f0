// SQLite's C interface for Swift. Swift cannot call C functions with variable arguments, so the
// ones that Quire needs are wrapped here; everything else is called as it is.

#ifndef QUIRE_CSQLITE_SHIM_H
#define QUIRE_CSQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config for the options that take a switch (0 or 1).
static inline int quire_sqlite3_db_config_switch(sqlite3 *database, int option, int on) {
    return sqlite3_db_config(database, option, on, (int *)0);
}

// sqlite3_vtab_config for the options that take nothing.
static inline int quire_sqlite3_vtab_config_option(sqlite3 *database, int option) {
    return sqlite3_vtab_config(database, option);
}

// SQLITE_TRANSIENT is a cast in a macro, which Swift does not import.
static inline sqlite3_destructor_type quire_sqlite3_transient(void) {
    return SQLITE_TRANSIENT;
}

// The interface of FTS3's tokenizers, which SQLite describes in its documentation and has in no
// header that is installed. The order of the members is part of it.

typedef struct quire_tokenizer_module quire_tokenizer_module;

typedef struct quire_tokenizer {
    const quire_tokenizer_module *module;
} quire_tokenizer;

typedef struct quire_tokenizer_cursor {
    quire_tokenizer *tokenizer;
} quire_tokenizer_cursor;

struct quire_tokenizer_module {
    int version;
    int (*create)(int count, const char *const *arguments, quire_tokenizer **result);
    int (*destroy)(quire_tokenizer *tokenizer);
    int (*open)(
        quire_tokenizer *tokenizer, const char *text, int length, quire_tokenizer_cursor **result);
    int (*close)(quire_tokenizer_cursor *cursor);
    int (*next)(
        quire_tokenizer_cursor *cursor, const char **token, int *length, int *start, int *end,
        int *position);
};

#endif
