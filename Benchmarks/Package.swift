// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "benchmarks", targets: ["Benchmarks"])
    ],
    dependencies: [
        // The explicit name: without it, the name is that of the folder of the repository.
        .package(name: "Quire", path: "..")
    ],
    targets: [
        .systemLibrary(
            name: "BenchmarkSQLite", path: "SQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [.product(name: "Quire", package: "Quire"), "BenchmarkSQLite"],
            path: "Sources",
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
