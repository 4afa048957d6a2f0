#pragma once
#include_next <sys/socket.h>
#undef MSG_NOSIGNAL
#define SO_NOSIGPIPE 0x1022
