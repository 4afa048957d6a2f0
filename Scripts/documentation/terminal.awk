# Draws the lines that it reads as a terminal: an SVG picture, in the colors of a theme.
#
#   awk -v theme=light -v command="swift run" -f terminal.awk

BEGIN {
    columns = 68
    add("$ " command, "prompt")
}

{ wrap($0) }

# Adds a line, broken as in a terminal if it is too long.
function wrap(line) {
    while (length(line) > columns) {
        add(substr(line, 1, columns), "output")
        line = substr(line, columns + 1)
    }
    add(line, "output")
}

function add(line, kind) {
    lines[++count] = line
    kinds[count] = kind
}

function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    # Several spaces would be drawn as one.
    gsub(/  /, "\\&#160;\\&#160;", text)
    return text
}

END {
    dark = theme == "dark"
    background = dark ? "#1d1d1f" : "#fbfbfd"
    bar = dark ? "#2c2c2e" : "#ececf0"
    border = dark ? "#48484a" : "#d2d2d7"
    button = dark ? "#636366" : "#c7c7cc"
    text = dark ? "#f5f5f7" : "#1d1d1f"
    dim = dark ? "#98989d" : "#6e6e73"
    width = 680
    height = 36 + 20 + count * 23 + 8
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", width, height, width, height
    printf "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"%s\" stroke=\"%s\"/>\n", width - 1, height - 1, background, border
    printf "<path d=\"M1 36V10a9 9 0 0 1 9-9H%da9 9 0 0 1 9 9V36Z\" fill=\"%s\"/>\n", width - 10, bar
    for (i = 0; i < 3; i++)
        printf "<circle cx=\"%d\" cy=\"18\" r=\"6\" fill=\"%s\"/>\n", 22 + 20 * i, button
    printf "<g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"15\">\n"
    for (i = 1; i <= count; i++)
        printf "<text x=\"20\" y=\"%d\" fill=\"%s\">%s</text>\n", 38 + 23 * i, kinds[i] == "prompt" ? dim : text, escaped(lines[i])
    print "</g>\n</svg>"
}
