package import Foundation
import Quire

extension InputStream {
    /// Returns the rest of the stream.
    package func rest() throws -> Data {
        var content = Data()
        try forEachChunk { content.append(contentsOf: $0) }
        return content
    }
}
