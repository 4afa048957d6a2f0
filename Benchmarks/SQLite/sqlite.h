// SQLite's C interface, for the peers of the store's benchmarks.

#include <sqlite3.h>
