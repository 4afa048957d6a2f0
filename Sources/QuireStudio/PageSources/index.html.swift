// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let indexHTML = ####"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Quire Studio</title>
<link rel="stylesheet" href="/studio.css">
<script type="module" src="/studio.js"></script>
</head>
<body>
<main id="studio"></main>
</body>
</html>

"""####
}
