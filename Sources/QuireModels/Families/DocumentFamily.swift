/// A polymorphic model: models of several types that are stored in one collection and loaded
/// together.
///
/// The types can be the cases of an enumeration, the types that conform to a protocol, or the
/// classes of a hierarchy.
///
/// ```swift
/// enum Shape: DocumentFamily {
///     case circle(Circle)
///     case square(Square)
///     case unknown(UnknownDocument)
///
///     static let members: [FamilyMember<Shape>] = [
///         FamilyMember("circle", aliases: ["disc"], Shape.circle),
///         FamilyMember("square", Shape.square),
///         .unknown(Shape.unknown),
///     ]
///
///     var member: any Codable & Sendable {
///         switch self {
///         case .circle(let circle): circle
///         case .square(let square): square
///         case .unknown(let document): document
///         }
///     }
/// }
///
/// let shapes = try database.repository(of: Shape.self)
/// let large = try shapes.filter(Circle.self) { $0.radius > 2 }.all()
/// ```
///
/// A protocol or a superclass needs a wrapper structure, because only a concrete type can be a
/// model:
///
/// ```swift
/// struct AnyVehicle: DocumentFamily {
///     var vehicle: any Vehicle
///     var member: any Codable & Sendable { vehicle }
///     static let members: [FamilyMember<AnyVehicle>] = [
///         FamilyMember("car") { (car: Car) in AnyVehicle(vehicle: car) },
///         FamilyMember("ship") { (ship: Ship) in AnyVehicle(vehicle: ship) },
///     ]
/// }
/// ```
///
/// A family is a ``DocumentModel``, and its repository has the same methods as other repositories.
/// Its `Codable` conformance is provided: it encodes the properties of the member together with the
/// member's type name, under the repository's type key. The ID of a document is the ID of its
/// member: a ``DocumentID``, or the `id` of an `Identifiable` type.
///
/// The list of members is closed. A type name in a document is looked up only in this list, so a
/// document cannot name an arbitrary Swift type.
///
/// Without a member for unknown types, the repository ignores documents of other types. With such a
/// member, it reads every document in its collection that has a type discriminator. Such a family
/// should therefore be the only model in its collection.
public protocol DocumentFamily: DocumentModel {
    /// The types of the family and their names in documents.
    static var members: [FamilyMember<Self>] { get }

    /// The key of the type discriminator.
    ///
    /// Repositories use it at the top level of documents, unless they are created with another key.
    /// It is also used where a value of the family is a property of another model. The default is
    /// `type`.
    static var typeKey: String { get }

    /// The value that is stored.
    var member: any Codable & Sendable { get }
}

extension DocumentFamily {
    /// The default key of the type discriminator.
    public static var typeKey: String { "type" }
}

/// A type of a ``DocumentFamily`` and its name in documents.
///
/// ```swift
/// static let members: [FamilyMember<Lodging>] = [
///     FamilyMember("hotel", Lodging.hotel),
///     FamilyMember("hostel", aliases: ["dormitory"], Lodging.hostel),
///     .unknown(Lodging.unknown),
/// ]
/// ```
public struct FamilyMember<Family: DocumentFamily>: Sendable {
    /// The kind of a member: a type with a name, or all other types.
    enum Kind: Sendable {
        case named(String, aliases: [String])
        case unknown
    }

    let kind: Kind
    let type: any (Codable & Sendable).Type
    /// Decodes a document with a type name as a value of the family.
    let decode: @Sendable (any Decoder, String) throws -> Family
    /// Returns the value of the family for a value of ``type``, or `nil` for another value.
    let wrap: @Sendable (any Codable & Sendable) -> Family?

    private init<Member: Codable & Sendable>(
        _ kind: Kind, _ wrap: @escaping @Sendable (Member, String) -> Family
    ) {
        self.kind = kind
        type = Member.self
        self.wrap = { ($0 as? Member).map { wrap($0, "") } }
        decode = { decoder, name in
            // Decode the member in place of the family, with its own ID and default values.
            guard let node = decoder as? DecodingNode else {
                return wrap(try Member(from: decoder), name)
            }
            return wrap(try node.decodeInPlace(as: Member.self), name)
        }
    }

    /// Declares a type of the family.
    ///
    /// - Parameters:
    ///   - name: The type name in documents. Do not change it, even if you rename the Swift type.
    ///   - aliases: Other type names that documents may have. A save replaces them with `name`.
    ///   - wrap: A closure that creates a value of the family from a value of the type. Two members
    ///     must not have the same type.
    public init<Member: Codable & Sendable>(
        _ name: String, aliases: [String] = [], _ wrap: @escaping @Sendable (Member) -> Family
    ) {
        self.init(.named(name, aliases: aliases)) { (member: Member, _) in wrap(member) }
    }

    /// Declares a model as a type of the family, using the model's own type name.
    ///
    /// - Parameters:
    ///   - aliases: Other type names that documents may have. A save replaces them with the model's
    ///     type name.
    ///   - wrap: A closure that creates a value of the family from a model.
    public init<Member: DocumentModel>(
        aliases: [String] = [], _ wrap: @escaping @Sendable (Member) -> Family
    ) {
        self.init(Member.documentType, aliases: aliases, wrap)
    }

    /// Declares a member for documents whose type the family does not declare.
    ///
    /// These documents are loaded completely, and saved unchanged.
    ///
    /// - Parameter wrap: A closure that creates a value of the family from such a document.
    /// - Returns: The member.
    public static func unknown(
        _ wrap: @escaping @Sendable (UnknownDocument) -> Family
    ) -> FamilyMember {
        FamilyMember(.unknown) { (document: UnknownDocument, name) in
            wrap(document.named(name))
        }
    }
}
