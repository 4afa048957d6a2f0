#if Replication
    /// Certificates and keys for servers on this machine, valid until 2120.
    ///
    /// They were created for these tests and protect nothing.
    enum TestCertificates {
        /// All certificates and keys.
        static let all = [
            selfSigned, selfSignedPrivateKey, selfSignedKey, authority, signed, signedPrivateKey,
            other,
            otherPrivateKey,
        ]

        /// A certificate for localhost that no authority has signed.
        static let selfSigned = """
            -----BEGIN CERTIFICATE-----
            MIIBYjCCAQigAwIBAgICEAMwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxo
            b3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAUMRIwEAYDVQQD
            DAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATpvzpzEcdjD6rp
            9TnDgrTnVa1EtfGfBfCH4YMSir8kPDq5etu+rko9F/v1YHCnHsz2WW2Zj0kT8yTW
            B9v3QJsxo0gwRjAJBgNVHRMEAjAAMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAA
            ATAdBgNVHQ4EFgQUWCDYgAQ+ZJCYY/X2mTz86U4ET9gwCgYIKoZIzj0EAwIDSAAw
            RQIhAMPi93JQZhCSA06DjXe64+UZ8weZT3fZ7fQ1dnRjhXNyAiBB52YPK9O5EVXB
            I5ikHjYsTFw/rA6jC7LikGfGi3qRtw==
            -----END CERTIFICATE-----
            """

        /// The private key of `selfSigned`.
        static let selfSignedPrivateKey = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXKvm+PuKogavatL2
            d3uG7dQ5nl0pRezId5Gcg4LbYkahRANCAATpvzpzEcdjD6rp9TnDgrTnVa1EtfGf
            BfCH4YMSir8kPDq5etu+rko9F/v1YHCnHsz2WW2Zj0kT8yTWB9v3QJsx
            -----END PRIVATE KEY-----
            """

        /// The public key of `selfSigned`.
        static let selfSignedKey = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE6b86cxHHYw+q6fU5w4K051WtRLXx
            nwXwh+GDEoq/JDw6uXrbvq5KPRf79WBwpx7M9lltmY9JE/Mk1gfb90CbMQ==
            -----END PUBLIC KEY-----
            """

        /// The certificate of an authority.
        static let authority = """
            -----BEGIN CERTIFICATE-----
            MIIBVjCB/KADAgECAgIQADAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IEF1
            dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
            A1UEAwwOVGVzdCBBdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASw
            mxOQ9o/AoJCBUm9zF7LXpPGmEhy8vx62LW9+h/jLRA1BfPDe1tLE4AYROeZzrV8M
            o+ex8cLBj35N/CD3l9QbozIwMDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTI
            UF3VpDK5Z1ziIhdxkr3qtywPZjAKBggqhkjOPQQDAgNJADBGAiEA5xWM5UEK1z1I
            dIKq3m5CVONFnwCaGgviQnuES/eUIMYCIQDxECHH1mldfTjx4tt5f+TDDQ6aS1Gs
            I8vHRp2JlZsEXQ==
            -----END CERTIFICATE-----
            """

        /// A certificate for localhost that the authority has signed.
        static let signed = """
            -----BEGIN CERTIFICATE-----
            MIIBhzCCAS6gAwIBAgICEAEwCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOVGVzdCBB
            dXRob3JpdHkwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQ
            BgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOFC0Bva
            gwZ9Csi13splJD2L9/gW/0I8oVU+s2aSSx6X5hf8Ti+38f+HvTaW/z7d6kg9DuJS
            KzzIgvBGGdecv6GjaTBnMAkGA1UdEwQCMAAwGgYDVR0RBBMwEYIJbG9jYWxob3N0
            hwR/AAABMB0GA1UdDgQWBBR6x2uKr3aiK1C5E8wRZKYbvZ4jUzAfBgNVHSMEGDAW
            gBTIUF3VpDK5Z1ziIhdxkr3qtywPZjAKBggqhkjOPQQDAgNHADBEAiAtAJvRrDRN
            srwDINopK7iQCrN4XWmjAkrfFp7abll3xQIgbbhqIJChrD1bz/9URy3G1iHqntCS
            /UAFR+v8c208X94=
            -----END CERTIFICATE-----
            """

        /// The private key of `signed`.
        static let signedPrivateKey = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvumefpE2R14ZM1fd
            ixZQ3V/N0qDbP64RmW2U4fmhsuChRANCAAThQtAb2oMGfQrItd7KZSQ9i/f4Fv9C
            PKFVPrNmkksel+YX/E4vt/H/h702lv8+3epIPQ7iUis8yILwRhnXnL+h
            -----END PRIVATE KEY-----
            """

        /// A certificate for another host that the authority has signed.
        static let other = """
            -----BEGIN CERTIFICATE-----
            MIIBijCCATCgAwIBAgICEAIwCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOVGVzdCBB
            dXRob3JpdHkwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBgxFjAU
            BgNVBAMMDW90aGVyLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARg
            v5zzLt7Z8XEvcbvd+BoVR/hCvLRuRfmRil/v7h4Ecwj1lgOZ1ZqzWrfBlWLxjLCK
            JwK+qZPEg3nNSCac+A/Ko2cwZTAJBgNVHRMEAjAAMBgGA1UdEQQRMA+CDW90aGVy
            LmV4YW1wbGUwHQYDVR0OBBYEFAQXD9GO3gymX8fg8aeIkIR/erlvMB8GA1UdIwQY
            MBaAFMhQXdWkMrlnXOIiF3GSveq3LA9mMAoGCCqGSM49BAMCA0gAMEUCIQDMmk4c
            IISOVltlUYMlFUHZRjH85UpggwS/JpU/FM7a9gIgR5mZxxdB1YRQmFiHr+wibzUk
            dtbSCt1aZJ8UJRyzJ5k=
            -----END CERTIFICATE-----
            """

        /// The private key of `other`.
        static let otherPrivateKey = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghAa9ipT2QqtUZkwe
            onEW3uU25a3L9/RL00XhOsxWEmGhRANCAARgv5zzLt7Z8XEvcbvd+BoVR/hCvLRu
            RfmRil/v7h4Ecwj1lgOZ1ZqzWrfBlWLxjLCKJwK+qZPEg3nNSCac+A/K
            -----END PRIVATE KEY-----
            """
    }
#endif
