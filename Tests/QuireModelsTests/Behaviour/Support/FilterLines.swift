import Foundation
import Quire
import Testing

/// A filter and the Swift closure with the same result.
struct FilterLines: CustomTestStringConvertible, Sendable {
    typealias Selecting = @Sendable (Repository<Guesthouse>) -> Selection<Guesthouse>

    let testDescription: String
    let select: Selecting
    let swift: @Sendable (Guesthouse) -> Bool

    init(
        _ name: String, _ select: @escaping Selecting,
        _ swift: @escaping @Sendable (Guesthouse) -> Bool
    ) {
        testDescription = name
        self.select = select
        self.swift = swift
    }
}

extension FilterLines {
    static let all = conditions + branches + items + empty

    static let chosenCity: String? = "Porto"
    static let noCity: String? = nil
    static let words = ["1", "3"]

    static let conditions: [FilterLines] = [
        FilterLines(
            "two lines",
            {
                $0.filter {
                    $0.stars >= 2
                    $0.open
                }
            }, { $0.stars >= 2 && $0.open }),
        FilterLines(
            "a line with operators",
            {
                $0.filter {
                    $0.stars == 1 || $0.rate < 50 && !$0.open
                    $0.city != nil
                }
            }, { ($0.stars == 1 || $0.rate < 50 && !$0.open) && $0.city != nil }),
        FilterLines(
            "anyOf",
            {
                $0.filter {
                    $0.open
                    anyOf {
                        $0.stars == 4
                        $0.city == "Bergen"
                        $0.kind == .palace
                    }
                }
            }, { $0.open && ($0.stars == 4 || $0.city == "Bergen" || $0.kind == .palace) }),
        FilterLines(
            "not with one line",
            {
                $0.filter {
                    not { $0.floor < 2 }
                    $0.stars > 1
                }
            }, { !($0.floor.map { $0 < 2 } ?? false) && $0.stars > 1 }),
        FilterLines(
            "not with two lines",
            {
                $0.filter { _ in
                    not {
                        $0.open
                        $0.stars > 1
                    }
                }
            }, { !($0.open && $0.stars > 1) }),
        FilterLines(
            "nested groups",
            {
                $0.filter { _ in
                    anyOf { _ in
                        allOf {
                            $0.open
                            not { $0.stars == 2 }
                            anyOf {
                                $0.city == nil
                                $0.rate > 100
                            }
                        }
                        not { _ in
                            anyOf {
                                $0.open
                                $0.tags.contains("pool")
                            }
                        }
                    }
                }
            },
            {
                $0.open && $0.stars != 2 && ($0.city == nil || $0.rate > 100)
                    || !($0.open || $0.tags.contains("pool"))
            }),
        FilterLines(
            "two filters",
            {
                $0.filter {
                    $0.open
                    $0.stars > 1
                }.filter {
                    $0.city == nil
                    $0.rate < 150
                }
            }, { $0.open && $0.stars > 1 && $0.city == nil && $0.rate < 150 }),
        FilterLines(
            "a computed bound",
            {
                $0.filter {
                    let limit = words.count
                    $0.stars > limit
                    $0.address.zip < 1000 + limit * 20
                }
            }, { $0.stars > 2 && $0.address.zip < 1040 }),
    ]

    static let branches: [FilterLines] = [
        FilterLines(
            "if let with a value",
            {
                $0.filter {
                    $0.open
                    if let chosenCity { $0.city == chosenCity }
                }
            }, { $0.open && $0.city == "Porto" }),
        FilterLines(
            "if let without a value",
            {
                $0.filter {
                    $0.open
                    if let noCity { $0.city == noCity }
                }
            }, { $0.open }),
        FilterLines(
            "if with else",
            {
                $0.filter {
                    if let noCity {
                        $0.city == noCity
                    } else if words.isEmpty {
                        $0.open
                    } else {
                        $0.stars == 3
                        !$0.open
                    }
                }
            }, { $0.stars == 3 && !$0.open }),
        FilterLines(
            "switch",
            {
                $0.filter {
                    switch words.count {
                    case 0: $0.open
                    case 1: $0.stars == 1
                    case 2:
                        $0.stars == 2
                        $0.rate > 20
                    default: anyOf { $0.open }
                    }
                }
            }, { $0.stars == 2 && $0.rate > 20 }),
        FilterLines(
            "for",
            {
                $0.filter {
                    for tag in ["wifi", "pool"] { $0.tags.contains(tag) }
                }
            }, { $0.tags.contains("wifi") && $0.tags.contains("pool") }),
        FilterLines(
            "for in anyOf",
            {
                $0.filter {
                    $0.open
                    anyOf {
                        for word in words { $0.name.hasSuffix(word) }
                    }
                }
            }, { $0.open && ($0.name.hasSuffix("1") || $0.name.hasSuffix("3")) }),
    ]

    static let items: [FilterLines] = [
        FilterLines(
            "any",
            {
                $0.filter {
                    $0.reviews.any {
                        $0.points == 5
                        $0.author == "A0"
                    }
                }
            }, { $0.reviews?.contains { $0.points == 5 && $0.author == "A0" } ?? false }),
        FilterLines(
            "every",
            {
                $0.filter {
                    $0.reviews.every {
                        $0.points > 1
                        $0.author < "A2"
                    }
                    $0.stars > 0
                }
            },
            {
                $0.stars > 0
                    && ($0.reviews?.allSatisfy { $0.points > 1 && $0.author < "A2" } ?? true)
            }),
        FilterLines(
            "groups of conditions on items",
            {
                $0.filter { lodge in
                    lodge.reviews.any {
                        anyOf {
                            $0.points == 5
                            not { $0.author == "A0" }
                        }
                        $0.points > lodge.stars
                    }
                }
            },
            { lodge in
                lodge.reviews?.contains {
                    ($0.points == 5 || $0.author != "A0") && $0.points > lodge.stars
                } ?? false
            }),
        FilterLines(
            "groups of groups of conditions on items",
            {
                $0.filter {
                    anyOf {
                        $0.stars == 5
                        $0.reviews.any { _ in
                            not {
                                $0.points < 5
                                anyOf { for name in ["A0", "A1"] { $0.author == name } }
                            }
                            allOf { $0.points > 1 }
                        }
                    }
                    $0.open
                }
            },
            {
                ($0.stars == 5
                    || $0.reviews?.contains {
                        !($0.points < 5 && ["A0", "A1"].contains($0.author)) && $0.points > 1
                    } ?? false) && $0.open
            }),
        FilterLines(
            "any without conditions",
            { $0.filter { $0.reviews.any { if let noCity { $0.author == noCity } } } },
            { $0.reviews?.isEmpty == false }),
        FilterLines(
            "every without conditions",
            { $0.filter { $0.reviews.every { if let noCity { $0.author == noCity } } } },
            { _ in true }),
    ]

    /// Groups without conditions: AND is true, OR is false.
    static let empty: [FilterLines] = [
        FilterLines("a filter without lines", { $0.filter { _ in } }, { _ in true }),
        FilterLines(
            "a filter without conditions", { $0.filter { if let noCity { $0.city == noCity } } },
            { _ in true }),
        FilterLines(
            "anyOf without conditions",
            {
                $0.filter {
                    $0.open
                    anyOf { if let noCity { $0.city == noCity } }
                }
            }, { _ in false }),
        FilterLines(
            "allOf without conditions",
            {
                $0.filter {
                    $0.open
                    allOf { if let noCity { $0.city == noCity } }
                }
            }, { $0.open }),
        FilterLines(
            "not without conditions",
            { $0.filter { _ in not { if let noCity { $0.city == noCity } } } }, { _ in false }),
        FilterLines(
            "none of nothing", { $0.filter { _ in not { _ in anyOf { _ in } } } }, { _ in true }),
        FilterLines(
            "for over nothing",
            {
                $0.filter { _ in
                    anyOf { for word in [String]() { $0.name == word } }
                }
            }, { _ in false }),
    ]
}
