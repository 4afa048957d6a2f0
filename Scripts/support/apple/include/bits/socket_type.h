// The kinds of sockets are macros, and flags of Linux do not exist.
#pragma once
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_RDM 4
#define SOCK_SEQPACKET 5
