// OpenSSL's C interface for Swift, with functions for its macros.

#ifndef QUIRE_COPENSSL_SHIM_H
#define QUIRE_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pkcs12.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

static inline long quire_ssl_require_tls_1_2(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline long quire_ssl_disable_session_cache(SSL_CTX *context) {
    return SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline long quire_ssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate);
}

// Options are unsigned long or 64 bits wide, depending on the version.
static inline void quire_ssl_set_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET
                     | SSL_OP_CIPHER_SERVER_PREFERENCE);
}

// Idle connections have no buffers.
static inline void quire_ssl_limit_memory(SSL_CTX *context, long longest_chain) {
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_max_cert_list(context, longest_chain);
}

// A memory BIO without data asks for more, instead of reporting the end.
static inline BIO *quire_bio_memory(void) {
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio) BIO_set_mem_eof_return(bio, -1);
    return bio;
}

static inline size_t quire_bio_pending(BIO *bio) { return BIO_ctrl_pending(bio); }

static inline int quire_x509_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }

static inline X509 *quire_x509_at(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}

static inline void quire_x509_free_all(STACK_OF(X509) *stack) {
    sk_X509_pop_free(stack, X509_free);
}

#endif
