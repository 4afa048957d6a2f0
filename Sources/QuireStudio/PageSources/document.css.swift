// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let documentCSS = ####"""
/* One document */

.document { container-type: inline-size; }
.document-body { flex: 1; display: flex; min-height: 0; border-top: 1px solid var(--line); }
.document-main { flex: 1; display: flex; flex-direction: column; min-width: 0; min-height: 0; background: var(--surface); }
.view-bar { display: flex; align-items: center; gap: 8px; padding: 8px 20px; }
.panes { flex: 1; display: grid; min-height: 0; grid-template-columns: minmax(0, 1fr); grid-template-rows: minmax(0, 1fr); }
.pane { min-height: 0; min-width: 0; overflow: auto; }
.document[data-view="tree"] .text-pane, .document[data-view="text"] .tree-pane { display: none; }
.details-place { width: 300px; flex: none; overflow: auto; border-left: 1px solid var(--line); background: var(--background); }
.details { padding: 16px 18px 32px; display: grid; gap: 22px; }
.details h2 { font-size: 13px; margin-bottom: 8px; }
.facts-list { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 14px; }
.facts-list dt { color: var(--muted); }
.facts-list dd, .revisions .code, .digest { overflow-wrap: anywhere; }
.revisions li { display: flex; flex-wrap: wrap; gap: 2px 8px; padding: 6px 0; border-bottom: 1px solid var(--line); }
.row { display: flex; gap: 8px; flex-wrap: wrap; align-items: center; }
.blob-figure { margin: 0 0 14px; }
.blob-picture img { display: block; max-width: 100%; max-height: 220px; margin-bottom: 8px; border-radius: 8px; background: var(--sunken); border: 1px solid var(--line); }
.blob-figure figcaption { display: grid; gap: 1px; justify-items: start; }
.digest { font-size: 11.5px; color: var(--muted); }
.notice { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; padding: 8px 20px; background: var(--warning-soft); color: var(--warning); }
.notice .button { color: var(--text); }
.notice.error { background: var(--danger-soft); color: var(--danger); }

.tree { padding: 2px 12px 24px; }
.tree-row { display: flex; align-items: baseline; gap: 8px; position: relative; min-height: 30px; padding: 4px 8px 4px calc((var(--level) - 1) * 20px + 6px); border-radius: 5px; cursor: default; }
.tree-row:hover { background: var(--hover); }
.tree-row:focus-visible { outline-offset: -2px; }
.toggle { width: 10px; flex: none; align-self: center; }
.toggle.open::before, .toggle.closed::before { content: ""; display: block; width: 6px; height: 6px; border: solid var(--muted); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg) translate(-1px, -1px); }
.toggle.closed::before { transform: rotate(-45deg); }
.tree-key { font-weight: 600; flex: none; max-width: 46%; overflow-wrap: anywhere; }
.tree-index { color: var(--muted); flex: none; font-variant-numeric: tabular-nums; }
.tree-value { flex: 1; min-width: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.document.failed .document-body, .document.failed .toolbar { display: none; }
.tree-value .value.array, .tree-value .value.object { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.kind { flex: none; color: var(--muted); font-size: 12px; }
.tree-more { opacity: 0; width: 26px; height: 22px; align-self: center; }
.tree-row:hover .tree-more, .tree-row:focus .tree-more, .tree-more:focus-visible { opacity: 1; }
.tree-row .cell-editor { position: absolute; left: calc((var(--level) - 1) * 20px + 24px); top: 2px; }
.link { color: var(--accent); cursor: pointer; }

.text-editor { display: flex; flex-direction: column; height: 100%; min-height: 200px; }
.text-frame { flex: 1; display: flex; min-height: 0; }
.gutter { flex: none; min-width: 48px; padding: 8px 10px 24px 12px; overflow: hidden; text-align: right; color: var(--muted); white-space: pre; font: 12.5px/20px var(--mono); user-select: none; }
.wrong-line { background: var(--danger-soft); color: var(--danger); border-radius: 3px; font-weight: 700; }
.text-layers { flex: 1; min-width: 0; position: relative; overflow: hidden; }
.code-area, .code-colors { margin: 0; padding: 8px 16px 24px 6px; border: 0; font: 12.5px/20px var(--mono); tab-size: 2; white-space: pre; }
.code-area { position: relative; display: block; width: 100%; height: 100%; resize: none; background: transparent; color: var(--text); }
.code-area.colored { color: transparent; caret-color: var(--text); }
.code-area.colored::selection { background: color-mix(in srgb, var(--accent) 30%, transparent); color: transparent; }
.code-colors { position: absolute; left: 0; top: 0; pointer-events: none; }
.code-colors .value, .json-results .value { font-family: inherit; font-size: inherit; }
.json-key { font-weight: 600; }
.json-string { color: var(--string-text); }
.code-area:focus-visible { outline-offset: -2px; }
.text-problem { padding: 7px 16px; border: 0; background: var(--danger-soft); color: var(--danger); font: inherit; text-align: left; cursor: pointer; }

.merge-scroll { overflow: auto; margin-top: 12px; }
.merge { width: 100%; border-collapse: collapse; }
.merge th[scope] { min-width: 90px; }
.merge th, .merge td { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; max-width: 280px; }
.merge thead .button { margin-left: -9px; font-weight: 600; }
.merge .both th { color: var(--warning); }
.side { display: flex; gap: 7px; align-items: baseline; cursor: pointer; }
.side input, input[type="radio"], input[type="checkbox"] { accent-color: var(--accent); }

@container (min-width: 1250px) {
  .view-bar .segments { display: none; }
  .panes { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .document[data-view] .text-pane, .document[data-view] .tree-pane { display: block; }
  .text-pane { border-left: 1px solid var(--line); }
}
@container (max-width: 820px) {
  .document-body { flex-direction: column; overflow: auto; }
  .document-main { flex: none; min-height: 60%; }
  .panes { min-height: 320px; }
  .details-place { width: auto; border-left: 0; border-top: 1px solid var(--line); overflow: visible; flex: none; }
  .view-bar { padding-inline: 12px; }
  .tree { padding-inline: 4px; }
}

"""####
}
