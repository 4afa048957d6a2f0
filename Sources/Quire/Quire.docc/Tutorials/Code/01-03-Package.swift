// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "TravelNotebook",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(path: "../quire")
    ],
    targets: [
        .executableTarget(
            name: "TravelNotebook",
            dependencies: [.product(name: "Quire", package: "quire")]
        ),
        .testTarget(name: "TravelNotebookTests", dependencies: ["TravelNotebook"]),
    ]
)
