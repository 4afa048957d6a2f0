// SQLite's tokenizer `unicode61` splits text into words and folds them. This tokenizer wraps it,
// omits the stop words, and reduces the other words to their stems. The position of a word does not
// count stop words.
//
// If a table has arguments that Quire does not support, its tokenizer reports an error for every
// text. So SQL can name and drop such a table, but cannot write wrong entries or return wrong
// results.

package import CSQLite
import QuireSearch
import QuirePlatform

/// The implementation of the tokenizer `unicodesn`.
package enum UnicodeTokenizer {
    /// The module, which is never freed because SQLite keeps the pointer.
    nonisolated(unsafe) static let module: UnsafePointer<quire_tokenizer_module> = {
        let module = UnsafeMutablePointer<quire_tokenizer_module>.allocate(capacity: 1)
        module.initialize(
            to: quire_tokenizer_module(
                version: 0, create: create, destroy: destroy, open: open, close: close, next: next))
        return UnsafePointer(module)
    }()

    // SQLite requires its own structure at the beginning and ignores the fields after it.
    private struct Tokenizer {
        var base = quire_tokenizer()
        /// SQLite's tokenizer, or `nil` if the table's arguments are not supported.
        let inner: UnsafeMutablePointer<quire_tokenizer>?
        let options: TokenizerOptions
    }

    private struct Cursor {
        var base = quire_tokenizer_cursor()
        let inner: UnsafeMutablePointer<quire_tokenizer_cursor>
        var position: Int32 = 0
        package let stemmer: UnsafeReference<Stemmer>?
    }

    private typealias TokenizerPointer = UnsafeMutablePointer<quire_tokenizer>
    private typealias CursorPointer = UnsafeMutablePointer<quire_tokenizer_cursor>

    private static func tokenizer(
        _ pointer: TokenizerPointer
    ) -> UnsafeMutablePointer<Tokenizer> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Tokenizer.self)
    }

    private static func cursor(_ pointer: CursorPointer) -> UnsafeMutablePointer<Cursor> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Cursor.self)
    }

    // MARK: Tokenizers

    private static let create:
        @convention(c) (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<quire_tokenizer>?>?
        ) -> Int32 = { count, arguments, result in
            guard let result, let unicode = FullTextTokenizers.unicode else { return SQLITE_MISUSE }
            let texts = (0..<Int(count)).compactMap { arguments?[$0] }.map(String.init(cString:))
            let options = try? TokenizerOptions(texts)
            var inner: UnsafeMutablePointer<quire_tokenizer>?
            if let options {
                let code = create(
                    unicode, removingDiacritics: options.removesDiacritics, &inner)
                if code != SQLITE_OK { return code }
            }
            let tokenizer = UnsafeMutablePointer<Tokenizer>.allocate(capacity: 1)
            tokenizer.initialize(
                to: Tokenizer(inner: inner, options: options ?? TokenizerOptions()))
            result.pointee = UnsafeMutableRawPointer(tokenizer)
                .assumingMemoryBound(to: quire_tokenizer.self)
            return SQLITE_OK
        }

    package static func create(
        _ unicode: UnsafePointer<quire_tokenizer_module>, removingDiacritics: Bool,
        _ inner: inout UnsafeMutablePointer<quire_tokenizer>?
    ) -> Int32 {
        let argument = removingDiacritics ? "remove_diacritics=1" : "remove_diacritics=0"
        let code = argument.withCString { text in
            withUnsafePointer(to: Optional(text)) { unicode.pointee.create(1, $0, &inner) }
        }
        // The caller of a tokenizer's functions must set this pointer.
        inner?.pointee.module = unicode
        return code
    }

    private static let destroy: @convention(c) (UnsafeMutablePointer<quire_tokenizer>?) -> Int32 = {
        pointer in
        guard let pointer else { return SQLITE_OK }
        let own = tokenizer(pointer)
        if let inner = own.pointee.inner { _ = inner.pointee.module.pointee.destroy(inner) }
        own.deinitialize(count: 1)
        own.deallocate()
        return SQLITE_OK
    }

    // MARK: Words

    private static let open:
        @convention(c) (
            UnsafeMutablePointer<quire_tokenizer>?, UnsafePointer<CChar>?, Int32,
            UnsafeMutablePointer<UnsafeMutablePointer<quire_tokenizer_cursor>?>?
        ) -> Int32 = { pointer, text, length, result in
            guard let pointer, let result else { return SQLITE_MISUSE }
            let table = tokenizer(pointer)
            guard let inner = table.pointee.inner else { return SQLITE_ERROR }
            var opened: UnsafeMutablePointer<quire_tokenizer_cursor>?
            let code = inner.pointee.module.pointee.open(inner, text, length, &opened)
            guard code == SQLITE_OK, let opened else { return code }
            opened.pointee.tokenizer = inner
            let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
            let stemmer = table.pointee.options.stemmer.map {
                UnsafeReference(retaining: Stemmer($0))
            }
            cursor.initialize(to: Cursor(inner: opened, stemmer: stemmer))
            result.pointee = UnsafeMutableRawPointer(cursor)
                .assumingMemoryBound(to: quire_tokenizer_cursor.self)
            return SQLITE_OK
        }

    private static let close:
        @convention(c) (UnsafeMutablePointer<quire_tokenizer_cursor>?) -> Int32 = { pointer in
            guard let pointer else { return SQLITE_OK }
            let own = cursor(pointer)
            let inner = own.pointee.inner
            _ = inner.pointee.tokenizer.pointee.module.pointee.close(inner)
            own.pointee.stemmer?.release()
            own.deallocate()
            return SQLITE_OK
        }

    private static let next:
        @convention(c) (
            UnsafeMutablePointer<quire_tokenizer_cursor>?,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<Int32>?
        ) -> Int32 = { pointer, token, length, start, end, position in
            guard let pointer, let token, let length, let position else { return SQLITE_MISUSE }
            let own = cursor(pointer)
            let inner = own.pointee.inner
            guard let next = inner.pointee.tokenizer.pointee.module.pointee.next else {
                return SQLITE_MISUSE
            }
            let table = tokenizer(own.pointee.base.tokenizer)
            while true {
                let code = next(inner, token, length, start, end, position)
                guard code == SQLITE_OK, let text = token.pointee else { return code }
                let word = UnsafeRawBufferPointer(start: text, count: Int(length.pointee))
                if table.pointee.options.stopWords?.contains(word) == true { continue }
                if let stemmer = own.pointee.stemmer {
                    let stem = stemmer.withObject { $0.stem(word) }
                    token.pointee = stem.baseAddress?.assumingMemoryBound(to: CChar.self)
                    length.pointee = Int32(stem.count)
                }
                position.pointee = own.pointee.position
                own.pointee.position += 1
                return SQLITE_OK
            }
        }
}
