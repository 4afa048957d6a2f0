# Verifies that no layer uses a declaration of a layer above or next to it.
#
# Reads the files twice: `reading=declarations FILES reading=uses FILES`. The first
# pass collects the declarations of each layer, the second checks every name in the
# code. layers.awk defines the layers, and swift-code.awk extracts the code.
#
# The check compares names without type information. It reports a name only if the
# name identifies a declaration of a higher layer:
#
# - A type is reported if the same or a lower layer does not declare the name as a
#   type, a generic parameter or an associated type.
# - A nested type is reported if it is written with its owner (`Owner.Name`), inside
#   its owner, or if no other nested type has the name.
# - A global function or variable is reported if neither the same or a lower layer
#   nor the file itself declares the name for anything.
# - A member is reported if an extension declares it for a type of a lower layer or
#   of another library, and the same or a lower layer has no member of that name.
# - Private declarations and those local to a function are ignored, because no other
#   file can use them.
# - Members, functions and variables are checked only within a module. For other
#   modules, the imports are checked.

FNR == 1 { start_file() }
here != "" { read_line(code_of($0)) }

END {
    if (problems) exit 1
    if (!resolved) {
        print "layers: no Swift files were read"
        exit 2
    }
    printf "layers: %d files, %d declarations, no violations\n", fileCount, declarationCount
}

function start_file() {
    begin_file()
    file = FILENAME
    here = layer_of_file(file)
    module = moduleOf[here]
    scopes = parens = generic = 0
    pending = before = earlier = naming = ""
    hidden = inCases = genericNext = 0
    if (reading == "declarations") {
        fileCount++
        if (here == "") report(file ":1: the folder has no layer; give it one in Scripts/layers/layers.awk")
    } else if (!resolved) {
        resolve_extensions()
        resolved = 1
    }
}

function report(message) {
    if (message in reported) return
    reported[message] = 1
    problems++
    print message
}

# ---- Reading, token by token
#
#   before, earlier   the previous token, and the token before that
#   naming            the name of the current declaration
#   pending           the kind of scope that the next { opens, "" for plain code
#   hidden            whether the current declaration is private
#   generic           the number of open < in a list of generic parameters
#   inCases           whether the names between commas are cases of an enum
#   imports           whether the line is an import

function read_line(rest,    token) {
    if (inCases && before != ",") inCases = 0
    startsLine = 1
    imports = 0
    while (!imports && match(rest, /[A-Za-z0-9_$]+|[^ \tA-Za-z0-9_$]/)) {
        spaceBefore = RSTART > 1 || startsLine
        startsLine = 0
        token = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        if (token ~ /^[A-Za-z_]/) read_word(token, rest)
        else read_symbol(token)
        earlier = before
        before = token
    }
}

function read_symbol(token) {
    if (token == "<" && (generic > 0 || genericNext)) generic++
    if (token == ">" && generic > 0 && before != "-") generic--
    genericNext = 0
    if (token == "{") open_scope()
    else if (token == "}") close_scope()
    else if (token == "(") {
        parens++
        isTuple[parens] = opens_tuple()
    } else if (token == ")" && parens > scopeParens[scopes]) parens--
}

# The labels of a tuple are members of its values; those of a call or a declaration
# are not.
function opens_tuple() {
    if (before == ">") return earlier == "-"
    if (before ~ /^["\])?!]$/) return 0
    if (before ~ /^(return|in|as|is|throws|async|try|await|else|where)$/) return 1
    return spaceBefore || before !~ /^[A-Za-z0-9_$]/
}

function open_scope() {
    scopes++
    scopeSort[scopes] = pending == "" ? "code" : pending
    scopeName[scopes] = pending == "" ? scopeName[scopes - 1] : pendingName
    scopeHidden[scopes] = pending == "" ? 0 : pendingHidden
    scopeParens[scopes] = parens
    pending = ""
    hidden = generic = 0
}

function close_scope() {
    if (scopes == 0) return
    parens = scopeParens[scopes]
    scopes--
    hidden = inCases = 0
}

# Returns "module" outside types, "type" directly inside a type, and otherwise "code".
function place() {
    if (scopes == 0) return "module"
    return parens > scopeParens[scopes] || scopeSort[scopes] == "code" ? "code" : "type"
}

function read_word(word, rest) {
    if (naming == word) {
        naming = ""
        return
    }
    if (generic == 1 && before ~ /^(<|,|each|let)$/) {
        if (word != "each" && word != "let") note(genericOf, word)
        return
    }
    # The last dot of a range does not begin a member access.
    if (before == "." && earlier != ".") return use_member(word)
    if (inCases && before ~ /^(,|case)$/ && place() == "type") return declare(word, "member")
    if (word == "import") return read_import(rest)
    if (word == "private" || word == "fileprivate") {
        if (substr(rest, 1, 1) != "(") hidden = 1
        return
    }
    if (word == "extension") return read_extension(rest)
    if (word ~ /^(struct|class|enum|protocol|actor|typealias|associatedtype)$/ && rest ~ /^ +[A-Z_]/)
        return read_type(word, first_word(rest))
    if (word == "func") return read_function(rest)
    if (word == "let" || word == "var") return read_variable(rest)
    if (word == "case") {
        inCases = scopeSort[scopes] == "enum" && place() == "type"
        hidden = 0
        return
    }
    if (word == "init" || word == "subscript") {
        genericNext = 1
        genericOf = file
        hidden = 0
        return
    }
    use_plain(word, rest)
}

function first_word(rest) {
    return match(rest, /[A-Za-z_][A-Za-z0-9_]*/) ? substr(rest, RSTART, RLENGTH) : ""
}

# The rest of the line is the name of a module, optionally with a declaration.
function read_import(rest,    words, name) {
    imports = 1
    hidden = 0
    split(rest, words, " ")
    name = words[1] ~ /^(struct|class|enum|protocol|typealias|func|let|var)$/ ? words[2] : words[1]
    sub(/[.;].*/, "", name)
    if (reading != "uses" || !(name in isModule) || name == module || may_import(name)) return
    report(file ":" FNR ": " here " imports " name ", which it may not use")
}

function may_import(name,    i) {
    for (i = 1; i <= layerCount; i++)
        if (moduleOf[layers[i]] == name && ((here, layers[i]) in mayUse)) return 1
    return 0
}

# ---- Declarations
#
#   noted[where, name]              whether a layer or a file declares the name
#   declaredAt[sort, name, layer]   the location of a declaration that is not private
#   layersOf[path]                  the layers that declare the type with this full name
#   nestedCount[name]               the number of nested types with this name

function note(where, name) {
    if (reading == "declarations") noted[where, name] = 1
}

function declare(name, sort) {
    if (reading != "declarations") return
    noted[here, name] = 1
    if (is_hidden()) return
    declarationCount++
    if (!((sort, name, here) in declaredAt)) declaredAt[sort, name, here] = file ":" FNR
}

function is_hidden() {
    return hidden || scopes > 0 && scopeHidden[scopes]
}

function read_type(sort, name,    path, where) {
    naming = name
    where = place()
    path = where == "type" ? scopeName[scopes] "." name : name
    if (where == "code") note(file, name)
    else if (where == "module") declare(name, "type")
    else {
        declare(name, "nested")
        declare(last_part(scopeName[scopes]) "." name, "qualified")
        if (reading == "declarations") {
            nestedIn[name, here] = nestedIn[name, here] " " scopeName[scopes]
            if (!(path in pathSeen)) nestedCount[name]++
            pathSeen[path] = 1
        }
    }
    if (where != "code" && !is_hidden() && reading == "declarations")
        layersOf[path] = layersOf[path] " " here
    genericNext = 1
    genericOf = where == "code" ? file : here
    if (sort != "typealias" && sort != "associatedtype") {
        pending = sort
        pendingName = path
        pendingHidden = is_hidden() || where == "code"
    }
    hidden = 0
}

function last_part(path) {
    sub(/.*\./, "", path)
    return path
}

function read_extension(rest) {
    pending = "extension"
    pendingName = match(rest, /^ +[A-Za-z_][A-Za-z0-9_.]*/) ? substr(rest, 1, RLENGTH) : ""
    gsub(/ /, "", pendingName)
    pendingHidden = hidden
    hidden = 0
}

function read_function(rest) {
    genericOf = file
    if (rest ~ /^ +[A-Za-z_]/) {
        naming = first_word(rest)
        declare_value(naming)
        genericNext = 1
    } else if (match(rest, /^ +[^A-Za-z0-9_ (]+ *<[^>]*>/)) {
        note_parameters(substr(rest, 1, RLENGTH))
    }
    hidden = 0
}

# Notes the generic parameters of an operator, whose name may contain a < as well.
function note_parameters(text,    words, count, i) {
    sub(/^ +[^A-Za-z0-9_ (]+/, "", text)
    count = split(text, words, ",")
    for (i = 1; i <= count; i++) note(file, first_word(words[i]))
}

function read_variable(rest,    words, count, i) {
    if (rest ~ /^ +\(/) {
        sub(/\).*/, "", rest)
        count = split(rest, words, /[^A-Za-z0-9_]+/)
        for (i = 1; i <= count; i++) note(file, words[i])
    } else if (rest ~ /^ +[A-Za-z_]/) {
        naming = first_word(rest)
        declare_value(naming)
    }
    hidden = 0
}

function declare_value(name,    where) {
    where = place()
    if (where == "code") note(file, name)
    else if (where == "module") declare(name, "global")
    else {
        declare(name, "member")
        if (scopeSort[scopes] == "extension" && !is_hidden() && reading == "declarations") {
            extensionMember[++extensionCount] = name
            extensionType[extensionCount] = scopeName[scopes]
            extensionLayer[extensionCount] = here
            extensionAt[extensionCount] = file ":" FNR
        }
    }
}

# Between the passes: the members that a layer declares for types of other layers.
#
#   memberAt[layer, name]      the location of the declaration
#   memberTypes[layer, name]   the extended types

function resolve_extensions(    i, name, by) {
    for (i = 1; i <= extensionCount; i++) {
        name = extensionMember[i]
        by = extensionLayer[i]
        if (declares_type(by, extensionType[i]) || (("member", name) in common)) continue
        memberTypes[by, name] = memberTypes[by, name] " " extensionType[i]
        if (!((by, name) in memberAt)) memberAt[by, name] = extensionAt[i]
        isMember[name] = 1
    }
}

function declares_type(by, path) {
    if (!(path in layersOf)) sub(/\..*/, "", path)
    return index(layersOf[path] " ", " " by " ") > 0
}

# ---- Uses

function use_member(word) {
    if (reading != "uses") return
    if (word in isMember) check_member(word)
    else if (word !~ /^[A-Z]/) return
    else if (earlier in isModule) check_type(word)
    else check_qualified(earlier, word)
}

function use_plain(word, rest) {
    if (substr(rest, 1, 1) == ":" && before != "?") {
        note(file, word)
        if (before ~ /^[(,]$/ && parens > 0 && isTuple[parens]) note(here, word)
        if (word !~ /^[A-Z]/) return
    }
    # A parameter of a closure, or the variable of a loop.
    if (rest ~ /^(, *[a-z_][A-Za-z0-9_]*)*\)? in( |$)/) return note(file, word)
    if (reading != "uses") return
    if (word ~ /^[A-Z]/) check_type(word)
    else check_value(word)
}

function check_type(name,    by) {
    if (known(name)) return
    by = beyond("type", name)
    if (by != "") {
        if (moduleOf[by] == module || !(("type", name) in common)) accuse(name, by, declaredAt["type", name, by])
        return
    }
    by = beyond("nested", name)
    if (by == "") return
    if (inside(nestedIn[name, by]) || nestedCount[name] == 1 && !(("type", name) in common))
        accuse(name, by, declaredAt["nested", name, by])
}

# If the owner is reported as well, its message is sufficient.
function check_qualified(owner, name,    by) {
    name = owner "." name
    if (owner !~ /^[A-Za-z_]/ || known(name) || ((file, FNR, owner) in accused)) return
    by = beyond("qualified", name)
    if (by != "") accuse(name, by, declaredAt["qualified", name, by])
}

function check_member(name,    i, by) {
    if (layer_knows(name)) return
    for (i = 1; i <= layerCount; i++) {
        by = layers[i]
        if (is_beyond(by) && moduleOf[by] == module && ((by, name) in memberAt))
            return accuse(name, by, memberAt[by, name])
    }
}

# A name without an owner: a global declaration or a member of self.
function check_value(name,    i, by) {
    if (("member", name) in common) return
    for (i = 1; i <= layerCount; i++) {
        by = layers[i]
        if (!is_beyond(by) || moduleOf[by] != module) continue
        if (("global", name, by) in declaredAt) {
            if (!known(name)) accuse(name, by, declaredAt["global", name, by])
            return
        }
        if (((by, name) in memberAt) && inside(memberTypes[by, name])) {
            if (!known(name)) accuse(name, by, memberAt[by, name])
            return
        }
    }
}

# Returns whether the current code is inside one of the types.
function inside(types,    words, count, i) {
    if (scopes == 0) return 0
    count = split(types, words, " ")
    for (i = 1; i <= count; i++) if (index(scopeName[scopes] ".", words[i] ".") == 1) return 1
    return 0
}

# Returns whether this file, this layer or a lower layer declares the name.
function known(name) {
    return ((file, name) in noted) || layer_knows(name)
}

function layer_knows(name,    i) {
    if (!((here, name) in answers)) {
        answers[here, name] = 0
        for (i = 1; i <= layerCount; i++)
            if (!is_beyond(layers[i]) && ((layers[i], name) in noted)) answers[here, name] = 1
    }
    return answers[here, name]
}

function is_beyond(name) {
    return !((here, name) in mayUse)
}

# Returns a layer that this one may not use and that declares the name, or "".
function beyond(sort, name,    i) {
    for (i = 1; i <= layerCount; i++)
        if (is_beyond(layers[i]) && ((sort, name, layers[i]) in declaredAt)) return layers[i]
    return ""
}

function accuse(name, by, at) {
    accused[file, FNR, name] = 1
    report(file ":" FNR ": " here " names " name ", which " by " declares (" at ")")
}
