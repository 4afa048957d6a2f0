// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let indexHTML = ####"""
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Quire Studio</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="studio.css">
  <link rel="stylesheet" href="table.css">
  <link rel="stylesheet" href="document.css">
  <link rel="stylesheet" href="query.css">
  <link rel="stylesheet" href="lists.css">
  <link rel="stylesheet" href="narrow.css">
  <script type="module" src="main.js"></script>
  <link rel="modulepreload" href="announce.js">
  <link rel="modulepreload" href="api.js">
  <link rel="modulepreload" href="cell-editor.js">
  <link rel="modulepreload" href="changes.js">
  <link rel="modulepreload" href="chart-data.js">
  <link rel="modulepreload" href="chart-panel.js">
  <link rel="modulepreload" href="chart.js">
  <link rel="modulepreload" href="check-screen.js">
  <link rel="modulepreload" href="clipboard.js">
  <link rel="modulepreload" href="columns.js">
  <link rel="modulepreload" href="combobox.js">
  <link rel="modulepreload" href="completion.js">
  <link rel="modulepreload" href="dialog.js">
  <link rel="modulepreload" href="document-actions.js">
  <link rel="modulepreload" href="document-cell.js">
  <link rel="modulepreload" href="document-details.js">
  <link rel="modulepreload" href="document-keys.js">
  <link rel="modulepreload" href="document-screen.js">
  <link rel="modulepreload" href="documents-screen.js">
  <link rel="modulepreload" href="dom.js">
  <link rel="modulepreload" href="export.js">
  <link rel="modulepreload" href="facets.js">
  <link rel="modulepreload" href="filter-model.js">
  <link rel="modulepreload" href="filters.js">
  <link rel="modulepreload" href="grid-header.js">
  <link rel="modulepreload" href="grid-keys.js">
  <link rel="modulepreload" href="grid.js">
  <link rel="modulepreload" href="help.js">
  <link rel="modulepreload" href="import.js">
  <link rel="modulepreload" href="index-dialog.js">
  <link rel="modulepreload" href="indexes-screen.js">
  <link rel="modulepreload" href="json-colors.js">
  <link rel="modulepreload" href="json.js">
  <link rel="modulepreload" href="menu.js">
  <link rel="modulepreload" href="merge.js">
  <link rel="modulepreload" href="new-document.js">
  <link rel="modulepreload" href="page-window.js">
  <link rel="modulepreload" href="plan.js">
  <link rel="modulepreload" href="property-path.js">
  <link rel="modulepreload" href="query-history.js">
  <link rel="modulepreload" href="query-results.js">
  <link rel="modulepreload" href="query-screen.js">
  <link rel="modulepreload" href="query-strip.js">
  <link rel="modulepreload" href="router.js">
  <link rel="modulepreload" href="save-cell.js">
  <link rel="modulepreload" href="schema-cache.js">
  <link rel="modulepreload" href="schema-screen.js">
  <link rel="modulepreload" href="scroll-map.js">
  <link rel="modulepreload" href="shortcuts.js">
  <link rel="modulepreload" href="sidebar.js">
  <link rel="modulepreload" href="sql-editor.js">
  <link rel="modulepreload" href="sql-words.js">
  <link rel="modulepreload" href="storage.js">
  <link rel="modulepreload" href="sync-screen.js">
  <link rel="modulepreload" href="table-text.js">
  <link rel="modulepreload" href="text-editor.js">
  <link rel="modulepreload" href="theme.js">
  <link rel="modulepreload" href="tree-editing.js">
  <link rel="modulepreload" href="tree.js">
  <link rel="modulepreload" href="values.js">
</head>
<body>
  <a class="skip" href="#screen">Skip to the contents</a>
  <div id="app" class="app">
    <nav id="sidebar" class="sidebar" aria-label="Database"></nav>
    <div id="scrim" class="scrim" hidden></div>
    <main id="screen" class="main" tabindex="-1">
      <p class="loading">Opening the database…</p>
      <noscript>The studio needs JavaScript.</noscript>
    </main>
  </div>
  <aside id="messages" class="messages" aria-label="Messages"></aside>
  <div id="live" class="offscreen" role="status" aria-live="polite"></div>
</body>
</html>

"""####
}
