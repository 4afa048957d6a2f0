package import Quire

/// Returns the code of the error that a closure throws, if it is a `QuireError`.
package func thrownCode(_ body: () throws -> Void) -> QuireError.Code? {
    thrownError(body)?.code
}

/// Returns the error that a closure throws, if it is a `QuireError`.
package func thrownError(_ body: () throws -> Void) -> QuireError? {
    do {
        try body()
        return nil
    } catch {
        return error as? QuireError
    }
}
