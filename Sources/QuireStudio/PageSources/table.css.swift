// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let tableCSS = ####"""
/* Filters */

.filter-bar { display: flex; align-items: center; flex-wrap: wrap; gap: 6px; padding: 0 20px 8px; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.chips:empty { display: none; }
.chip { display: inline-flex; align-items: center; max-width: min(420px, 100%); border: 1px solid var(--accent); border-radius: var(--radius); background: var(--accent-soft); color: var(--text); }
.chip-text { display: inline-flex; gap: 6px; min-width: 0; min-height: 30px; padding: 3px 4px 3px 10px; border: 0; border-radius: var(--radius); background: none; font: inherit; color: inherit; cursor: pointer; align-items: center; }
.chip-text span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chip-path { font-weight: 600; }
.chip-operator { flex: none; }
.chip .icon-button { width: 28px; height: 28px; }
.filter-form { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; flex-basis: 100%; padding: 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); box-shadow: var(--shadow); }
.filter-form .combobox { flex: 1 1 180px; max-width: 340px; }

.combobox { position: relative; }
.suggestions { position: absolute; z-index: 20; left: 0; top: calc(100% + 3px); min-width: 100%; max-width: 440px; max-height: 290px; overflow: auto; padding: 4px; border-radius: 8px; background: var(--surface); box-shadow: var(--shadow); }
.suggestion { display: flex; gap: 16px; justify-content: space-between; padding: 5px 9px; border-radius: 5px; cursor: pointer; white-space: nowrap; }
.suggestion > :first-child { overflow: hidden; text-overflow: ellipsis; }
.suggestion:hover, .suggestion[aria-selected="true"] { background: var(--accent-soft); }
.detail { color: var(--muted); font-size: 12.5px; }

.strip { display: flex; align-items: center; gap: 8px; margin: 0 20px 10px; padding: 3px 4px; border-radius: var(--radius); background: var(--sunken); }
.strip-code { flex: 1; min-width: 0; padding: 4px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--text); }
.strip-code:focus-visible { overflow-x: auto; text-overflow: clip; }
.segments { display: inline-flex; border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; flex: none; background: var(--surface); }
.segments button { border: 0; border-radius: 0; min-height: 26px; padding: 2px 10px; font-size: 13px; cursor: pointer; color: var(--muted); }
.segments button[aria-pressed="true"], .segments button[aria-selected="true"] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.segments button:focus-visible { outline-offset: -2px; }

/* Tables with virtual rows */

.grid-place { flex: 1; min-height: 0; display: flex; flex-direction: column; position: relative; border-top: 1px solid var(--line); }
.grid-place > .empty { position: absolute; inset: 40px 0 auto; pointer-events: none; }
.grid { flex: 1; min-height: 0; overflow: auto; position: relative; background: var(--surface); overflow-anchor: none; }
.grid:focus-visible { outline-offset: -2px; }
.grid-heads { position: sticky; top: 0; z-index: 3; }
.grid-head, .grid-row { display: grid; grid-template-columns: var(--columns); min-width: max-content; }
.grid-head { background: var(--sunken); border-bottom: 1px solid var(--line); }
.grid-title { position: relative; display: flex; align-items: center; gap: 4px; height: 34px; padding: 0 10px; font-weight: 600; font-size: 13px; color: var(--muted); min-width: 0; user-select: none; }
.grid-title.sortable { cursor: pointer; }
.grid-title.sortable:hover { color: var(--text); }
.grid-title[aria-sort="ascending"], .grid-title[aria-sort="descending"] { color: var(--accent); }
.title-text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.grid-title .icon { width: 13px; height: 13px; }
.resizer { position: absolute; right: -4px; top: 0; bottom: 0; width: 9px; cursor: col-resize; z-index: 1; touch-action: none; }
.resizer::after { content: ""; position: absolute; left: 4px; top: 9px; bottom: 9px; width: 1px; background: var(--line); }
.resizer:hover::after { background: var(--accent); width: 2px; top: 4px; bottom: 4px; }
.grid-body { position: relative; min-width: max-content; contain: layout; }
.grid-row { position: absolute; left: 0; right: 0; top: 0; height: 34px; border-bottom: 1px solid var(--line); background: var(--surface); }
.grid-row:hover { background: var(--hover); }
.grid-row.selected { background: var(--accent-soft); }
.grid-cell { min-width: 0; padding: 0 10px; display: flex; align-items: center; overflow: hidden; white-space: nowrap; }
.grid-cell > * { overflow: hidden; text-overflow: ellipsis; min-width: 0; }
.active-cell { box-shadow: inset 0 0 0 1px var(--line-strong); }
.grid:focus .active-cell { box-shadow: inset 0 0 0 2px var(--accent); }
.grid-mark { position: sticky; left: 0; z-index: 2; display: grid; place-items: center; background: inherit; }
.mark { width: 15px; height: 15px; border: 1.5px solid var(--line-strong); border-radius: 4px; cursor: pointer; }
.selected .mark { border-color: var(--accent); background: var(--accent); }
.selected .mark::after { content: ""; display: block; width: 4px; height: 8px; margin: 0 auto; border: solid var(--accent-text); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.placeholder { display: block; height: 9px; width: 60%; border-radius: 5px; background: var(--hover); }
.id-cell { display: flex; gap: 6px; align-items: center; }
.id { overflow: hidden; text-overflow: ellipsis; font-weight: 500; }
.flash { animation: flash 2.4s ease-out; }
@keyframes flash { 0%, 25% { background: var(--flash); } }
@media (prefers-reduced-motion: reduce) { .flash { animation: none; background: var(--flash); } }
@media (pointer: coarse) { .grid-row, .grid-title { height: 44px; } }

.value, .id, .tree-key { unicode-bidi: isolate; }
.value.number { color: var(--number); font-variant-numeric: tabular-nums; }
.value.boolean { color: var(--boolean); }
.value.date { color: var(--date); font-variant-numeric: tabular-nums; }
.value.null { color: var(--null); font-style: italic; }
.value.missing { color: var(--null); }
.value.array, .value.object, .value.blob { color: var(--muted); font-family: var(--mono); font-size: 12px; }

.cell-editor { position: absolute; z-index: 10; display: grid; gap: 4px; max-width: min(560px, 92vw); padding: 6px; border-radius: 8px; background: var(--surface); box-shadow: var(--shadow), 0 0 0 2px var(--accent); }
.cell-editor-row { display: flex; gap: 6px; align-items: flex-start; }
.cell-editor .input { min-width: 80px; }
.cell-editor textarea.input { min-width: 300px; }
.cell-editor input.input { min-width: 180px; }

.status { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; min-height: 40px; padding: 3px 12px 3px 20px; border-top: 1px solid var(--line); background: var(--background); font-size: 13px; color: var(--muted); font-variant-numeric: tabular-nums; }
.status-text { margin-right: auto; }
.pager { display: inline-flex; }
.selection-bar { display: flex; align-items: center; flex-wrap: wrap; gap: 2px; flex-basis: 100%; color: var(--text); }
.selection-bar strong { margin-right: 8px; color: var(--accent); }
.dropping::after { content: "Drop the file to import it"; position: absolute; inset: 8px; z-index: 15; display: grid; place-items: center; border: 2px dashed var(--accent); border-radius: 12px; background: color-mix(in srgb, var(--surface) 88%, transparent); color: var(--accent); font-size: 18px; font-weight: 600; pointer-events: none; }

"""####
}
