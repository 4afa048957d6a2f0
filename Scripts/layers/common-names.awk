# Names of declarations in Swift and Foundation.
#
# check-layers compares names without type information. If a higher folder declares
# a type or member with one of these names, a lower folder that uses the name most
# likely refers to the declaration of Swift or Foundation, so it is not reported.

BEGIN {
    # Nested types often have these names; top-level types don't.
    list("type", "Any Array Bool Calendar Character Collection Comparable Component Components")
    list("type", "Configuration Context Data Date Decimal Decoder Dictionary Double Duration")
    list("type", "Element Encoder Equatable Error Expression Failure Field FileManager Float")
    list("type", "Format Hashable Hasher ID Index Indices Input Int Int8 Int16 Int32 Int64")
    list("type", "Iterator Key Keys Kind Code Locale Lock Measurement Mutex Notification Optional")
    list("type", "Options Output Predicate Process Progress Range RawValue Regex Result Scanner")
    list("type", "Self Sendable Sequence Set State Status Stream String SubSequence Substring Task")
    list("type", "Thread TimeZone Type UInt UInt8 UInt16 UInt32 UInt64 UUID URL Unit Value Values")
    list("type", "CodingKeys CodingKey Unicode Void Never Mirror Clock Instant Identifier Body")

    # Requirements of Swift's protocols, which every conforming type declares.
    list("member", "allCases allocate callAsFunction codingPath count customMirror debugDescription")
    list("member", "description distance dynamicMember element encode endIndex errorCode")
    list("member", "errorDescription errorDomain errorUserInfo failureReason formIndex hash hashValue")
    list("member", "id index indices intValue isEmpty iterator localizedDescription")
    list("member", "makeAsyncIterator makeIterator next playgroundDescription rawValue")
    list("member", "recoverySuggestion startIndex stringValue subscript underestimatedCount userInfo")
    list("member", "wrappedValue projectedValue")
    # Members of collections, strings, optionals and coders, which have many overloads.
    list("member", "all allSatisfy any append appending bytes compactMap compare components contains")
    list("member", "decode decodeIfPresent decodeNil distinct drop dropFirst dropLast elementsEqual")
    list("member", "encodeIfPresent encodeNil enumerated filter finalize first firstIndex")
    list("member", "firstRange flatMap forEach formUnion formatted hasPrefix hasSuffix insert")
    list("member", "intersection isSubset joined keys last lastIndex lexicographicallyPrecedes load")
    list("member", "lowercased lowerBound map mapValues max merge merging min minElement nestedContainer")
    list("member", "container singleValueContainer unkeyedContainer nestedUnkeyedContainer superDecoder")
    list("member", "superEncoder path popFirst popLast prefix ranges reduce remove removeAll")
    list("member", "removeFirst removeLast removeValue replace replacing replaceSubrange reserveCapacity")
    list("member", "reversed reverse shuffled sort sorted split starts store string subtracting suffix")
    list("member", "swapAt trimmingCharacters trimmingPrefix union update upperBound uppercased utf8")
    list("member", "value values withUnsafeBytes withUnsafeBufferPointer withUTF8 write zip")
    # Members of locks, queues, tasks, files and numbers.
    list("member", "async cancel close data exactly isCancelled lock magnitude read rounded send seek")
    list("member", "sync unlock wait withLock yield finish run resume signal sleep stop start shared")
    # Global functions.
    list("member", "abs assert assertionFailure dump exit fatalError free memcmp memcpy memset min max")
    list("member", "numericCast open precondition preconditionFailure print rename sequence stat stride")
    list("member", "swap type unlink unsafeBitCast withExtendedLifetime withUnsafePointer zip")
}

function list(sort, names,    words, count, i) {
    count = split(names, words, " ")
    for (i = 1; i <= count; i++) common[sort, words[i]] = 1
}
