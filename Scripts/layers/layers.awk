# The layers of the sources, and what each one may use.
#
# One line a folder, lowest first. A folder may use what it lists and itself;
# everything else is above it or beside it. A new folder with Swift files in it
# needs a line here, else check-layers fails.

BEGIN {
    below = "SQLPlusPlus Fleece"

    #     name           folder                      may use
    layer("CSQLite",     "Sources/CSQLite",          "")
    layer("Fleece",      "Sources/Fleece",           "")
    layer("SQLPlusPlus", "Sources/SQLPlusPlus",      "")
    layer("Quire",       "Sources/Quire",            below)
    layer("Documents",   "Sources/Quire/Documents",  below " Quire")
    layer("Logging",     "Sources/Quire/Logging",    below " Quire Documents")
    layer("Language",    "Sources/Quire/Language",   below " Quire Documents")
    layer("Coding",      "Sources/Quire/Coding",     below " Quire Logging Documents")
    layer("Storage",     "Sources/Quire/Storage",    below " Quire Logging Documents")
    layer("Store",       "Sources/Quire/Store",      below " Quire Logging Documents Storage Language CSQLite")
    layer("ModelShape",  "Sources/Quire/ModelShape", below " Quire Documents Coding")
    layer("Query",       "Sources/Quire/Query",      below " Quire Logging Documents Language Coding Storage Store ModelShape")
    layer("Repository",  "Sources/Quire/Repository", below " Quire Logging Documents Language Coding Storage Store ModelShape Query")

    everything = below " Quire Logging Documents Language Coding Storage Store ModelShape Query Repository"
    layer("QuireTesting", "Sources/QuireTesting",    everything)
    layer("QuireInspection", "Sources/QuireInspection", everything)
    layer("QuireCLI",     "Sources/QuireCLI",        everything " QuireInspection")
}

function layer(name, folder, uses,    words, count, i) {
    folderOf[name] = folder
    layerOf[folder] = name
    moduleOf[name] = folder
    sub(/^Sources\//, "", moduleOf[name])
    sub(/\/.*/, "", moduleOf[name])
    isModule[moduleOf[name]] = 1
    layers[++layerCount] = name
    mayUse[name, name] = 1
    count = split(uses, words, " ")
    for (i = 1; i <= count; i++) mayUse[name, words[i]] = 1
}

# The layer of a file: that of the nearest folder around it that has one. Below
# Sources/Quire only the files that lie in it directly are of the layer Quire.
function layer_of_file(path,    folder, own) {
    folder = path
    own = 1
    while (sub(/\/[^\/]*$/, "", folder)) {
        if (folder in layerOf) return (folder == "Sources/Quire" && !own) ? "" : layerOf[folder]
        own = 0
    }
    return ""
}
