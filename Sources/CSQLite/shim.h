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

#endif
