// libpq's C interface, for the peers of the suite postgres.

#include <libpq-fe.h>
