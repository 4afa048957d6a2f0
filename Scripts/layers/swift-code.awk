# Extracts the code of a line of Swift.
#
#   let a = "x \(b.c) // y" /* z */   becomes   let a = ""(b.c)
#
# Comments are removed. A string literal becomes "", an interpolation stays as code
# in its parentheses, and a regular expression literal becomes _. Comments can nest,
# and comments and """ strings can span lines, so the state at the end of a line is
# kept for the next line. Call begin_file() before the first line of a file and
# code_of() for every line.

function begin_file() {
    comment = 0     # the number of open /*
    top = 0         # the innermost entry of the stack below; 0 is plain code
}

# The stack of literals and of the code in their interpolations.
#   kind[n]      "literal" or "interpolation"
#   ending[n]    the end of the literal: ", """, "#, /# and so on
#   escape[n]    the start of an escape in it: \ or \# and so on
#   lines[n]     whether the literal can span lines
#   open[n]      the number of open ( in the interpolation

function open_literal(end, esc, severalLines) {
    top++
    kind[top] = "literal"
    ending[top] = end
    escape[top] = esc
    lines[top] = severalLines
}

function code_of(line,    code) {
    code = ""
    while (line != "") {
        if (comment > 0) {
            line = after_comment(line)
            if (comment == 0) code = code " "
        } else if (top > 0 && kind[top] == "literal") {
            line = after_text(line)
            if (entered) code = code "("
        } else {
            if (!match(line, /["\/#()`]/)) {
                code = code line
                break
            }
            code = code substr(line, 1, RSTART - 1)
            line = substr(line, RSTART)
            line = after_mark(line, code)
            code = code made
        }
    }
    # If a single-line literal has no end in this line, it is not a literal: reset the stack.
    while (top > 0 && kind[top] == "literal" && !lines[top]) top--
    return code
}

# Skips the next mark that opens or closes a comment.
function after_comment(line) {
    if (!match(line, /\/\*|\*\//)) return ""
    comment += (substr(line, RSTART, 2) == "/*") ? 1 : -1
    return substr(line, RSTART + 2)
}

# Skips the next escape or the end of a literal. Sets `entered` if an interpolation
# begins.
function after_text(line,    esc) {
    entered = 0
    if (!match(line, /["\\\/]/)) return ""
    line = substr(line, RSTART)
    esc = escape[top]
    if (substr(line, 1, length(esc)) == esc) {
        line = substr(line, length(esc) + 1)
        if (substr(line, 1, 1) == "(" && index(ending[top], "\"")) {
            top++
            kind[top] = "interpolation"
            open[top] = 0
            entered = 1
        }
        return substr(line, 2)
    }
    if (substr(line, 1, length(ending[top])) == ending[top]) {
        line = substr(line, length(ending[top]) + 1)
        top--
        return line
    }
    return substr(line, 2)
}

# Skips a mark that can open or close a construct in code. Sets `made` to the code that
# replaces it.
function after_mark(line, before,    mark, hashes) {
    mark = substr(line, 1, 1)
    made = mark
    if (mark == "(" || mark == ")") {
        if (top > 0 && mark == "(") open[top]++
        else if (top > 0 && --open[top] < 0) top--
        return substr(line, 2)
    }
    if (mark == "`") return after_backtick(line)
    if (substr(line, 1, 2) == "//") {
        made = ""
        return ""
    }
    if (substr(line, 1, 2) == "/*") {
        made = ""
        comment = 1
        return substr(line, 3)
    }
    hashes = ""
    if (match(line, /^#+/)) hashes = substr(line, 1, RLENGTH)
    if (substr(line, length(hashes) + 1, 1) == "\"") return after_quote(line, hashes)
    if (mark == "#" && substr(line, length(hashes) + 1, 1) == "/") {
        made = "_"
        open_literal("/" hashes, "\\", 1)
        return substr(line, length(hashes) + 2)
    }
    if (mark == "/" && starts_pattern(before) && match(line, /^\/[^ \t\/)=]([^\/\\]|\\.)*\//)) {
        made = "_"
        return substr(line, RLENGTH + 1)
    }
    return substr(line, 2)
}

function after_quote(line, hashes,    several) {
    made = "\"\""
    line = substr(line, length(hashes) + 1)
    several = substr(line, 1, 3) == "\"\"\""
    # #"""# on one line is a string that contains one quote.
    if (several && hashes != "" && substr(line, 4, length(hashes)) == hashes) several = 0
    if (several) {
        open_literal("\"\"\"" hashes, "\\" hashes, 1)
        return substr(line, 4)
    }
    open_literal("\"" hashes, "\\" hashes, 0)
    return substr(line, 2)
}

# `default` is a plain name; `a name of words` becomes _.
function after_backtick(line,    name) {
    if (!match(line, /^`[^`]*`/)) return substr(line, 2)
    name = substr(line, 2, RLENGTH - 2)
    line = substr(line, RLENGTH + 1)
    made = (name ~ /^[A-Za-z_][A-Za-z0-9_]*$/) ? name : "_"
    return line
}

# Returns whether a / after this code begins a regular expression instead of a division.
function starts_pattern(code) {
    sub(/[ \t]+$/, "", code)
    return code == "" || code ~ /[(,=:\[{!&|?;]$/ || code ~ /(^|[^A-Za-z0-9_])(return|in|try|case)$/
}
