// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let listsCSS = ####"""
/* Schema, indexes, faults, and synchronization */

.card-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; margin-bottom: 10px; }
.card-link { margin-left: auto; }
.card.flat { padding: 0; }
.table-scroll { overflow: auto; }
.table { width: 100%; border-collapse: collapse; }
.table th, .table td { padding: 6px 12px; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
.table thead th { color: var(--muted); font-size: 13px; white-space: nowrap; }
.table tbody th { font-weight: 600; overflow-wrap: anywhere; min-width: 110px; }
.table tbody tr:last-child > * { border-bottom: 0; }
.table tbody tr:hover { background: var(--hover); }
.number-cell { white-space: nowrap; font-variant-numeric: tabular-nums; }
.actions { width: 1%; }
.table td.actions { padding-block: 2px; vertical-align: middle; }
.check-field { display: inline-flex; gap: 8px; align-items: center; min-height: 32px; margin-block: 6px; cursor: pointer; }
.expression + .expression::before { content: ", "; }
.property { min-width: 150px; padding-left: calc(12px + var(--depth) * 14px) !important; }
.kinds { display: flex; flex-wrap: wrap; gap: 4px; }
.share { white-space: nowrap; font-variant-numeric: tabular-nums; }
.bar { display: inline-block; width: 72px; height: 7px; margin-right: 9px; border-radius: 4px; background: var(--line); overflow: hidden; vertical-align: 1px; }
.bar span { display: block; height: 100%; background: var(--accent); border-radius: 4px; }
.examples { max-width: 420px; }
.examples .value { display: inline-block; max-width: 190px; margin-right: 14px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
.swift-details { margin-top: 12px; }
.swift-details summary { cursor: pointer; color: var(--accent); font-weight: 550; }
.code-with-copy { position: relative; margin-top: 8px; }
.code-with-copy .button { position: absolute; right: 6px; top: 6px; background: var(--surface); border-color: var(--line); }
.verdict { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 14px; margin-bottom: 16px; padding: 14px 16px; border-radius: 10px; }
.verdict strong { font-size: 16px; }
.verdict.sound { background: var(--accent-soft); color: var(--accent); }
.verdict.faulty { background: var(--danger-soft); color: var(--danger); }
.verdict .detail { color: inherit; }
.list { padding: 4px 16px; }
.list li { display: flex; flex-wrap: wrap; gap: 4px 14px; padding: 8px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.list li:last-child { border-bottom: 0; }
.scroll section > h2 { margin: 14px 0 8px; }
.sides-grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr)); gap: 16px; margin-bottom: 12px; }
.sides-grid h4 { margin: 0; }
.sides-grid .code-block { max-height: 320px; margin-top: 6px; }

"""####
}
