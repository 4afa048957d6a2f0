# Proves that no layer names what a layer above or beside it declares.
#
# Reads the files twice: `reading=declarations FILES reading=uses FILES`. The
# first time it collects what each layer declares, the second time it looks at
# every name in the code. See layers.awk for the layers, swift-code.awk for what
# is code.
#
# It knows names, not types, and so keeps to what a name can prove:
#
# - A type counts where no equal or lower layer declares the name too, be it as
#   a type, a generic parameter or an associated type.
# - A nested type counts where it is said with its owner (`Owner.Name`), inside
#   its owner, or where no other nested type has the name.
# - A function or variable of the module's namespace counts where no equal or
#   lower layer, nor the file itself, declares the name for anything.
# - A member counts where an extension declares it for a type of a lower layer or
#   of another library, and no equal or lower layer has a member of that name.
# - What is private, or local to a function, can be named nowhere else.
# - Members, functions and variables count within one module: between modules the
#   imports decide, and those are checked too.

FNR == 1 { start_file() }
here != "" { read_line(code_of($0)) }

END {
    if (problems) exit 1
    if (!resolved) {
        print "layers: no Swift files were read"
        exit 2
    }
    printf "layers: %d files, %d declarations, nothing points upwards\n", fileCount, declarationCount
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
#   before, earlier   the token before this one, and the one before that
#   naming            the name that the declaration being read gives
#   pending           the sort of scope that the next { opens, "" for plain code
#   hidden            whether the declaration being read is private
#   generic           how many < are open in a list of generic parameters
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

# A tuple's labels are members of its values; those of a call or a declaration
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

# "module" between types, "type" directly inside one, "code" anywhere else.
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
    # The last dot of a range does not begin a member.
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

# The rest of the line names a module and perhaps a declaration of it.
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
#   noted[where, name]          a layer or a file that has the name for something
#   declaredAt[sort, name, layer]   where a layer declares it for others to see
#   layersOf[path]              the layers that declare the type of this full name
#   nestedCount[name]           how many nested types have this name

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

# The generic parameters of an operator, whose own name may be a < too.
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

# Between the readings: which members does a layer give to the types of others?
#
#   memberAt[layer, name]    where it does
#   memberTypes[layer, name] to which types

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
    # A parameter of a closure or the variable of a loop.
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

# Where the owner itself is out of reach, one message is enough.
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

# A name that stands alone: of the module's namespace, or a member of self.
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

# Whether the code being read is inside one of the types.
function inside(types,    words, count, i) {
    if (scopes == 0) return 0
    count = split(types, words, " ")
    for (i = 1; i <= count; i++) if (index(scopeName[scopes] ".", words[i] ".") == 1) return 1
    return 0
}

# Whether this file, this layer or a lower one has the name too.
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

# The layer out of reach that declares the name, "" if there is none.
function beyond(sort, name,    i) {
    for (i = 1; i <= layerCount; i++)
        if (is_beyond(layers[i]) && ((sort, name, layers[i]) in declaredAt)) return layers[i]
    return ""
}

function accuse(name, by, at) {
    accused[file, FNR, name] = 1
    report(file ":" FNR ": " here " names " name ", which " by " declares (" at ")")
}
