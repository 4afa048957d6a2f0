// libpq's C interface for Swift.

#ifndef QUIRE_CPOSTGRESQL_SHIM_H
#define QUIRE_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

#endif
