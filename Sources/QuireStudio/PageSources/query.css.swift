// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let queryCSS = ####"""
/* Query console */

.query-input { padding: 0 20px 10px; }
.sql-editor { position: relative; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--surface); max-height: 38vh; overflow: auto; }
.sql-editor:focus-within { outline: 2px solid var(--accent); outline-offset: -1px; }
.sql-frame { display: grid; min-height: 108px; }
.sql-colors, .sql-area { grid-area: 1 / 1; margin: 0; padding: 10px 12px; border: 0; font: 13.5px/21px var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.sql-area { width: 100%; height: 100%; resize: none; overflow: hidden; background: transparent; color: transparent; caret-color: var(--text); outline: none; }
.sql-area::selection { background: color-mix(in srgb, var(--accent) 30%, transparent); color: transparent; }
.sql-keyword { color: var(--accent); font-weight: 600; }
.sql-function { color: var(--boolean); }
.sql-string { color: var(--date); }
.sql-number { color: var(--number); }
.sql-parameter { color: var(--warning); }
.sql-comment { color: var(--muted); font-style: italic; }
.sql-error { text-decoration: underline wavy var(--danger); text-decoration-thickness: 1.5px; text-underline-offset: 4px; }
.completion { position: fixed; min-width: 220px; top: auto; }
.query-input > .hint { margin-top: 5px; }
.query-problem { margin-top: 8px; padding: 8px 12px; border-radius: var(--radius); background: var(--danger-soft); color: var(--danger); white-space: pre-wrap; overflow-wrap: anywhere; }
.parameters { display: flex; flex-wrap: wrap; gap: 0 12px; }
.parameters .field { flex: 0 1 220px; margin-bottom: 0; }
.results { flex: 1; display: flex; flex-direction: column; min-height: 220px; border-top: 1px solid var(--line); }
.results-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 8px 20px; }
.results-tools { margin-left: auto; }
.results-panel { flex: 1; display: flex; flex-direction: column; min-height: 0; overflow: auto; border-top: 1px solid var(--line); background: var(--surface); position: relative; }
.results-panel > .empty { position: absolute; inset: 30px 0 auto; }
.json-results { flex: 1; border-radius: 0; background: transparent; padding: 14px 20px; }
.inline-field { display: inline-flex; align-items: center; gap: 6px; color: var(--muted); font-size: 13px; }
.inline-field .input { color: var(--text); max-width: 180px; }
.history-entry { display: grid; gap: 2px; width: 100%; padding: 9px 10px; border: 0; border-bottom: 1px solid var(--line); background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
.history-entry:hover { background: var(--hover); }
.history-entry:focus-visible { outline-offset: -2px; }
.history-entry code { white-space: pre-wrap; overflow-wrap: anywhere; }
.plan { padding: 16px 20px 32px; }
.plan h2 { margin: 4px 0 8px; }
.plan-list .plan-list { margin-left: 9px; padding-left: 20px; border-left: 1px solid var(--line-strong); }
.plan-list li { padding: 3px 0; }
.plan-step { display: inline-block; padding: 4px 10px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--background); font-family: var(--mono); font-size: 12.5px; overflow-wrap: anywhere; }
.scan > .plan-step { border-color: var(--warning); background: var(--warning-soft); color: var(--warning); }
.plan details { margin-top: 20px; }
.plan summary { cursor: pointer; color: var(--muted); padding: 4px 0; }
.advice { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; margin-bottom: 14px; padding: 10px 14px; border-radius: 8px; background: var(--accent-soft); }
.chart-place { flex: 1; min-height: 240px; padding: 16px; overflow: hidden; }
.chart { display: block; font: 12px system-ui, sans-serif; }
.tick { fill: var(--muted); font-size: 12px; }
.axis-name { fill: var(--text); font-size: 12.5px; font-weight: 600; }
.grid-line { stroke: var(--line); }
.axis { stroke: var(--line-strong); }
.mark-fill { fill: var(--accent); }
.mark-fill:hover { opacity: 0.75; }
.mark-line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.mark-dot { fill: var(--accent); }
.mark-point { fill: var(--accent); fill-opacity: 0.55; }

@media (max-width: 760px) {
  .query-input { padding-inline: 12px; }
  .results-bar { padding-inline: 12px; }
  .query { overflow: auto; }
  .results { flex: none; height: 440px; }
}

"""####
}
