package import Fleece

// Conflicts between revisions of two databases are resolved with document objects.
extension DocumentCollection {
    /// Returns the document of a record.
    ///
    /// - Parameter record: A revision of a document of this collection.
    /// - Returns: A document with the revision's properties and blobs.
    package func document(of record: DocumentRecord) -> Document { Document(record, in: self) }

    /// Writes the properties of a document, and stores its new blobs.
    ///
    /// - Parameters:
    ///   - document: The document, which may have blobs that are not stored yet.
    ///   - writer: The writer that receives the dictionary.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a value cannot be saved, or another
    ///   code if a blob cannot be stored.
    package func write(propertiesOf document: Document, to writer: FleeceWriter) throws {
        var contents = ContentWriter(writer, puttingBlobsInto: database.blobs, isStrict: true)
        try contents.write(document.content)
    }
}
