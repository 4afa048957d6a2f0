// libcurl's C interface for Swift, with functions for those with variable arguments.

#ifndef QUIRE_CCURL_SHIM_H
#define QUIRE_CCURL_SHIM_H

#include <curl/curl.h>

// The flags are macros with casts, which Swift does not import.
static inline CURLcode quire_curl_start(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

static inline CURLcode quire_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode quire_curl_set_string(
    CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

// libcurl copies the bytes.
static inline CURLcode quire_curl_set_blob(
    CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

static inline CURLcode quire_curl_set_error_buffer(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

static inline CURLcode quire_curl_certificates(CURL *handle, struct curl_certinfo **certificates) {
    return curl_easy_getinfo(handle, CURLINFO_CERTINFO, certificates);
}

static inline CURLcode quire_curl_proxy_status(CURL *handle, long *status) {
    return curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, status);
}

static inline CURLcode quire_curl_socket(CURL *handle, curl_socket_t *socket) {
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, socket);
}

static inline CURLcode quire_curl_system_error(CURL *handle, long *number) {
    return curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, number);
}

#endif
