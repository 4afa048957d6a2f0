/// Models of several types that live in one collection and are loaded as one: the cases of an
/// enumeration, the types of a protocol, or the classes of a tree.
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
/// A protocol or a superclass needs a structure around it, since only a type of its own can be a model:
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
/// A family is a ``DocumentModel`` like any other, and its repository has all calls of one. It codes
/// itself: the member's properties, and beside them the member's type name, under the repository's type
/// key. The list of members is closed: what a document says of its type is looked up there and nowhere
/// else, so that no document can name a Swift type. A document has its identity where its member has
/// it: in a ``DocumentID`` or an `Identifiable` one's `id`.
///
/// A family without a member for unknown types does not see documents of other types. One with such a
/// member sees every document of its collection that has a type attribute, so it should have the
/// collection to itself.
public protocol DocumentFamily: DocumentModel {
    /// The types of the family and their names in documents.
    static var members: [FamilyMember<Self>] { get }

    /// The key of the type attribute, at the top level unless the repository has another one, and where
    /// a value of the family is a property of a model.
    ///
    /// By default it is `type`.
    static var typeKey: String { get }

    /// The value that is stored.
    var member: any Codable & Sendable { get }
}

extension DocumentFamily {
    /// The key that repositories have by default.
    public static var typeKey: String { "type" }
}

/// A type of a ``DocumentFamily``, and its name in documents.
public struct FamilyMember<Family: DocumentFamily>: Sendable {
    /// What a member is.
    enum Kind: Sendable {
        case named(String, aliases: [String])
        case unknown
    }

    let kind: Kind
    let type: any (Codable & Sendable).Type
    /// Makes a value of the family of a document with a type name.
    let decode: @Sendable (any Decoder, String) throws -> Family

    private init<Member: Codable & Sendable>(
        _ kind: Kind, _ wrap: @escaping @Sendable (Member, String) -> Family
    ) {
        self.kind = kind
        type = Member.self
        decode = { decoder, name in
            // The member is in the place of the family: it has its identity and its own defaults.
            guard let node = decoder as? DecodingNode else {
                return wrap(try Member(from: decoder), name)
            }
            return wrap(try node.decodeInPlace(as: Member.self), name)
        }
    }

    /// Declares a type of the family.
    ///
    /// - Parameters:
    ///   - name: The name that documents have in their type attribute. It is the program's for good,
    ///     whatever the Swift type is called.
    ///   - aliases: Names that documents may have as well, and lose when they are saved.
    ///   - wrap: Makes a value of the family of one of the type. No two members have the same type.
    public init<Member: Codable & Sendable>(
        _ name: String, aliases: [String] = [], _ wrap: @escaping @Sendable (Member) -> Family
    ) {
        self.init(.named(name, aliases: aliases)) { (member: Member, _) in wrap(member) }
    }

    /// Declares a model as a type of the family, by the name that it has itself.
    ///
    /// - Parameters:
    ///   - aliases: Names that documents may have as well, and lose when they are saved.
    ///   - wrap: Makes a value of the family of a model.
    public init<Member: DocumentModel>(
        aliases: [String] = [], _ wrap: @escaping @Sendable (Member) -> Family
    ) {
        self.init(Member.documentType, aliases: aliases, wrap)
    }

    /// Declares what becomes of documents whose type is none of the family's: they come back whole, and
    /// save back unchanged.
    ///
    /// - Parameter wrap: Makes a value of the family of such a document.
    /// - Returns: The member.
    public static func unknown(
        _ wrap: @escaping @Sendable (UnknownDocument) -> Family
    ) -> FamilyMember {
        FamilyMember(.unknown) { (document: UnknownDocument, name) in
            wrap(document.named(name))
        }
    }
}
