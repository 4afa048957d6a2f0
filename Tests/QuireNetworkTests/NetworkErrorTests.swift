import QuireNetwork
import Testing

@Suite struct NetworkErrorTests {
    @Test func `the description of an error is its message`() {
        #expect("\(NetworkError(.refused, "No process listens."))" == "No process listens.")
    }

    @Test func `errors of the operating system are equal if their numbers are`() {
        #expect(NetworkError(.system(1), "") != NetworkError(.system(2), ""))
    }
}
