import QuirePlatform

/// The members of a family by their types and names.
struct FamilyTypes<Family: DocumentFamily>: Sendable {
    /// The names of the members, including their aliases.
    let names: [String]
    /// The member for documents of other types.
    let unknown: FamilyMember<Family>?
    private let byName: [String: FamilyMember<Family>]
    private let namesByType: [ObjectIdentifier: String]

    private init(_ members: [FamilyMember<Family>]) {
        var names: [String] = []
        var unknown: FamilyMember<Family>?
        var byName: [String: FamilyMember<Family>] = [:]
        var namesByType: [ObjectIdentifier: String] = [:]
        for member in members {
            guard case .named(let name, let aliases) = member.kind else {
                unknown = member
                continue
            }
            let other = namesByType.updateValue(name, forKey: ObjectIdentifier(member.type))
            precondition(other == nil, "\(Family.self) has two members of type \(member.type)")
            for name in [name] + aliases {
                let other = byName.updateValue(member, forKey: name)
                precondition(other == nil, "\(Family.self) has two members named \"\(name)\"")
                names.append(name)
            }
        }
        self.names = names
        self.unknown = unknown
        self.byName = byName
        self.namesByType = namesByType
    }

    /// The types of the family, which are determined once.
    static var all: FamilyTypes {
        let identifier = ObjectIdentifier(Family.self)
        if let known = familyTypes.withLock({ $0[identifier] }) as? FamilyTypes { return known }
        // No lock is held here, because this line runs code of the family.
        let types = FamilyTypes(Family.members)
        familyTypes.withLock { $0[identifier] = types }
        return types
    }

    /// Returns the member for documents with the given type name.
    subscript(name: String) -> FamilyMember<Family>? { byName[name] ?? unknown }

    /// Returns the type name for a value's document.
    ///
    /// - Parameter family: The value.
    /// - Returns: The name, or `nil` if the family does not declare the type of the value's member.
    func name(of family: Family) -> String? {
        let member = family.member
        if let document = member as? UnknownDocument { return document.typeName }
        return namesByType[ObjectIdentifier(Swift.type(of: member))]
    }

    /// Returns the type names for documents of a type, including its subclasses.
    ///
    /// - Parameter type: A type of the family.
    /// - Returns: The names. They are empty if the family does not declare the type.
    func names<Member>(of type: Member.Type) -> [String] {
        byName.filter { ($0.value.type as Any.Type) is Member.Type }.keys.sorted()
    }

    /// Returns the type names, including aliases, for documents of exactly this type.
    func exactNames(of type: Any.Type) -> [String] {
        names.filter { isName($0, of: type) }
    }

    /// The types' own names by their aliases.
    var ownNamesByAlias: [String: String] {
        let pairs = byName.compactMap { name, member -> (String, String)? in
            guard case .named(let own, _) = member.kind, own != name else { return nil }
            return (name, own)
        }
        return Dictionary(pairs) { own, _ in own }
    }

    /// Returns whether a type name is declared for documents of exactly this type.
    func isName(_ name: String, of type: Any.Type) -> Bool {
        byName[name].map { $0.type == type } ?? false
    }

    /// Returns whether the family declares a type by a name.
    func contains(_ type: Any.Type) -> Bool { namesByType[ObjectIdentifier(type)] != nil }

    /// Returns the value of the family for a value of one of its types.
    func family(of member: any Codable & Sendable) -> Family? {
        named.first { $0.member.type == type(of: member) }?.member.wrap(member)
    }

    /// The types of the family that are models.
    var models: [any DocumentModel.Type] {
        named.compactMap { $0.member.type as? any DocumentModel.Type }
    }

    /// The members with names, in the order of their declaration.
    var named: [(name: String, member: FamilyMember<Family>)] {
        names.compactMap { name in
            guard let member = byName[name], case .named(name, _) = member.kind else { return nil }
            return (name, member)
        }
    }
}

/// The families whose types were already determined.
private let familyTypes = Mutex<[ObjectIdentifier: any Sendable]>([:])
