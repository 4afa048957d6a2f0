#if Replication
    import Foundation
    import QuireTestSupport

    /// A server with encryption, written in Python, that sends back what it receives.
    final class EncryptedServer: Sendable {
        private static let program = """
            import os, socket, ssl, sys, threading
            folder = sys.argv[1]
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder + "/certificate", folder + "/key")
            listener = socket.socket()
            listener.bind(("127.0.0.1", 0))
            listener.listen(16)
            with open(folder + "/port.new", "w") as file:
                file.write(str(listener.getsockname()[1]))
            os.rename(folder + "/port.new", folder + "/port")

            def serve(connection):
                try:
                    stream = context.wrap_socket(connection, server_side=True)
                    while data := stream.recv(65536):
                        stream.sendall(data)
                    stream.close()
                except OSError:
                    connection.close()

            def wait_for_end():
                sys.stdin.read()
                os._exit(0)

            threading.Thread(target=wait_for_end, daemon=True).start()
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=serve, args=(connection,), daemon=True).start()
            """

        /// Whether Python is installed.
        static let isAvailable: Bool =
            ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
            .contains { FileManager.default.isExecutableFile(atPath: $0) }

        let port: UInt16
        private let folder: TemporaryFolder
        /// The end of this pipe ends the process.
        private let input: Pipe

        /// Starts a server with a certificate and its key, as PEM.
        init(certificate: String, key: String) async throws {
            folder = try TemporaryFolder()
            _ = try folder.write(certificate + "\n", to: "certificate")
            _ = try folder.write(key + "\n", to: "key")
            input = Pipe()
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", "-c", Self.program, folder.path]
            process.standardInput = input
            try process.run()
            let file = folder.url.appending(path: "port")
            var text: String?
            while text == nil, process.isRunning {
                try await Task.sleep(for: .milliseconds(5))
                text = try? String(contentsOf: file, encoding: .utf8)
            }
            guard let text, let port = UInt16(text) else { throw CancellationError() }
            self.port = port
        }

        deinit { try? input.fileHandleForWriting.close() }

        static func selfSigned() async throws -> EncryptedServer {
            try await EncryptedServer(
                certificate: TestCertificates.selfSigned, key: TestCertificates.selfSignedPrivateKey
            )
        }

        static func signed() async throws -> EncryptedServer {
            try await EncryptedServer(
                certificate: TestCertificates.signed, key: TestCertificates.signedPrivateKey)
        }
    }
#endif
