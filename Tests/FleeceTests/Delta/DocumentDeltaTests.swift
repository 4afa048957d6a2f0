import Fleece
import QuireTestSupport
import Testing

@Suite struct DocumentDeltaTests {
    private static func body(_ json: String) throws -> FleeceDictionary {
        try #require(FleeceStorage(json: json).rootDictionary)
    }

    private static func delta(_ old: String, _ new: String) throws -> String {
        String(decoding: try body(old).delta(to: body(new)), as: UTF8.self)
    }

    private static func apply(_ delta: String, to old: String) throws -> ValueTree {
        let delta = try #require(FleeceStorage(json: delta).root)
        let changed = FleeceStorage(try body(old).applying(delta))
        return ValueTree(try #require(changed.root))
    }

    private static func tree(_ json: String) throws -> ValueTree {
        ValueTree(try #require(FleeceStorage(json: json).root))
    }

    private static let fox = String(repeating: "The quick brown fox. ", count: 5)

    static let changes: [(old: String, new: String, delta: String)] = [
        ("{}", "{}", "{}"),
        (#"{"a":1}"#, #"{"a":1}"#, "{}"),
        (#"{"a":1}"#, #"{"a":2}"#, #"{"a":2}"#),
        (#"{"a":1}"#, #"{"a":"1"}"#, #"{"a":"1"}"#),
        (#"{"a":1}"#, #"{"a":null}"#, #"{"a":null}"#),
        (#"{"a":1}"#, "{}", #"{"a":[]}"#),
        ("{}", #"{"a":[]}"#, #"{"a":[[]]}"#),
        ("{}", #"{"a":{"b":1}}"#, #"{"a":[{"b":1}]}"#),
        (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"b":1}}"#, #"{"a":{"c":[]}}"#),
        (#"{"a":{"b":1}}"#, #"{"a":[1]}"#, #"{"a":[[1]]}"#),
        (#"{"a":[1,2,3]}"#, #"{"a":[1,5,3]}"#, #"{"a":{"1":5}}"#),
        (#"{"a":[1,2]}"#, #"{"a":[1,2,3,4]}"#, #"{"a":{"2-":[3,4]}}"#),
        (#"{"a":[1,2,3,4]}"#, #"{"a":[1]}"#, #"{"a":{"1-":[]}}"#),
        (#"{"a":[{"b":1},2]}"#, #"{"a":[{"b":2}]}"#, #"{"a":{"0":{"b":2},"1-":[]}}"#),
        (
            #"{"a":9223372036854775808}"#, #"{"a":18446744073709551615}"#,
            #"{"a":18446744073709551615}"#
        ),
        (#"{"":{"":""}}"#, #"{"":{"":"x"}}"#, #"{"":{"":"x"}}"#),
        (#"{"a":"\#(fox)"}"#, #"{"a":"\#(fox)changed"}"#, #"{"a":["105=7+changed|",0,2]}"#),
        (#"{"a":"\#(fox)"}"#, #"{"a":"A\#(fox)"}"#, #"{"a":["1+A|105=",0,2]}"#),
        (#"{"a":"\#(fox)é"}"#, #"{"a":"\#(fox)è"}"#, #"{"a":["105=2-2+è|",0,2]}"#),
        (#"{"a":"é\#(fox)"}"#, #"{"a":"\#(fox)"}"#, #"{"a":["2-105=",0,2]}"#),
    ]

    @Test(arguments: changes)
    func `a delta contains what has changed`(old: String, new: String, delta: String) throws {
        #expect(try Self.delta(old, new) == delta)
    }

    @Test(arguments: changes)
    func `a delta that is applied gives the new body`(
        old: String, new: String, delta: String
    ) throws {
        #expect(try Self.apply(delta, to: old) == Self.tree(new))
    }

    /// The deltas of the recording lc-delta-l-l, and forms of other programs.
    static let received: [(old: String, delta: String, new: String)] = [
        (
            #"{"arr":[1,2],"in":{"a":1,"b":2},"t":"x"}"#,
            #"{"arr":{"2-":[3,4]},"in":{"c":[[1]],"a":[],"b":[]}}"#,
            #"{"arr":[1,2,3,4],"in":{"c":[1]},"t":"x"}"#
        ),
        (
            #"{"gone":1,"t":"\#(fox)"}"#, #"{"t":["105=8+ changed|",0,2],"gone":[]}"#,
            #"{"t":"\#(fox) changed"}"#
        ),
        (#"{"a":1,"b":2}"#, #"{"a":[1,3],"b":[2,0,0]}"#, #"{"a":3}"#),
        (#"{"a":"short"}"#, #"{"a":["2=1-2+ee|2=",0,2]}"#, #"{"a":"sheert"}"#),
        (#"{"a":"x|y"}"#, #"{"a":["1=3+||||2=",0,2]}"#, #"{"a":"x||||y"}"#),
    ]

    @Test(arguments: received)
    func `deltas of Couchbase Lite are applied`(old: String, delta: String, new: String) throws {
        #expect(try Self.apply(delta, to: old) == Self.tree(new))
    }

    static let invalid: [(old: String, delta: String)] = [
        ("{}", "[]"), ("{}", "1"), ("{}", #"{"a":[]}"#), ("{}", #"{"a":{"b":1}}"#),
        (#"{"a":1}"#, #"{"a":{"b":1}}"#), (#"{"a":1}"#, #"{"a":["1=",0,2]}"#),
        (#"{"a":1}"#, #"{"a":[1,2,3,4]}"#), (#"{"a":1}"#, #"{"a":[1,2,3]}"#),
        (#"{"a":[1]}"#, #"{"a":{"0":[]}}"#), (#"{"a":[1]}"#, #"{"a":{"1":5}}"#),
        (#"{"a":[1]}"#, #"{"a":{"-1":5}}"#), (#"{"a":[1]}"#, #"{"a":{"x":5}}"#),
        (#"{"a":[1]}"#, #"{"a":{"2-":[5]}}"#), (#"{"a":[1]}"#, #"{"a":{"0-":5}}"#),
        (#"{"a":[1]}"#, #"{"a":{"0-":[],"1-":[]}}"#), (#"{"a":[1]}"#, #"{"a":{"-":[]}}"#),
        (#"{"a":[1,2]}"#, #"{"a":{"0-":[],"1":5}}"#), (#"{"a":[1]}"#, #"{"a":{"":5}}"#),
        (#"{"a":"xy"}"#, #"{"a":["",0,2]}"#), (#"{"a":"xy"}"#, #"{"a":["1=",0,2]}"#),
        (#"{"a":"xy"}"#, #"{"a":["3=",0,2]}"#), (#"{"a":"xy"}"#, #"{"a":["=",0,2]}"#),
        (#"{"a":"xy"}"#, #"{"a":["2",0,2]}"#), (#"{"a":"xy"}"#, #"{"a":["2*",0,2]}"#),
        (#"{"a":"xy"}"#, #"{"a":["2=1+a",0,2]}"#), (#"{"a":"xy"}"#, #"{"a":["2=9+a|",0,2]}"#),
        (#"{"a":"xy"}"#, #"{"a":["2=99999999999999999999+a|",0,2]}"#),
        (#"{"a":"é"}"#, #"{"a":["1=1-",0,2]}"#), (#"{"a":"xy"}"#, #"{"a":[1,0,2]}"#),
    ]

    @Test(arguments: invalid)
    func `a delta of another body is an error`(old: String, delta: String) {
        #expect(throws: DeltaError.self) { try Self.apply(delta, to: old) }
    }

    @Test func `the delta between any two bodies gives the second one`() throws {
        var values = GeneratedValues(seed: 45)
        var speller = JSONText(seed: 45)
        var former = "{}"
        while values.count < 20_000 {
            // Bodies with something in common, and without.
            let value = values.next()
            let text = speller.spell(value)
            let new = #"{"same":[1,{"b":"c"}],"value":\#(text),"n":\#(values.count)}"#
            let delta = try Self.delta(former, new)
            let result = try Self.apply(delta, to: former)
            guard result == (try Self.tree(new)) else {
                Issue.record("\(delta) changes \(former) to \(result) instead of \(new)")
                return
            }
            former = new
        }
    }

    /// The time of a search through all keys for each key would be minutes.
    @Test(.timeLimit(.minutes(1)))
    func `a delta that replaces many keys is found and applied`() throws {
        func body(_ letter: String) -> String {
            "{" + (0..<40_000).map { "\"\(letter) \($0)\":1" }.joined(separator: ",") + "}"
        }
        let delta = try Self.delta(body("a"), body("b"))
        #expect(try Self.apply(delta, to: body("a")) == Self.tree(body("b")))
    }

    @Test(arguments: [100, 100_000])
    func `an edit of a long text is short`(length: Int) throws {
        let text = String(repeating: "ä", count: length)
        let delta = try Self.delta(#"{"a":"\#(text)\#(text)"}"#, #"{"a":"\#(text)ö\#(text)"}"#)
        #expect(delta.utf8.count < 40)
    }
}
