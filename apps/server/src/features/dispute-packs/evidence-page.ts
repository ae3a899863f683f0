import { escaped } from '../../mail/markup.ts'

/** A cell's content; an array makes lines. Always escaped, because a customer may have typed it. */
export type Cell = string | number | null | readonly (string | null)[]

const STYLE = `
  :root { color-scheme: light }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; background: #fff; color: #12211c; font: 15px/1.45 system-ui, sans-serif }
  h1 { margin: 0 0 .25rem; font-size: 1.7rem }
  h2 { margin: 2rem 0 .5rem; padding-bottom: .25rem; border-bottom: 2px solid #12211c; font-size: 1.15rem; break-after: avoid }
  h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; break-after: avoid }
  .wide { overflow-x: auto }
  .wide table { min-width: 44rem }
  .wide th, .wide td { min-width: 5.5rem }
  table { width: 100%; border-collapse: collapse; font-size: .875rem }
  th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid #cbd4c5; text-align: left; vertical-align: top; overflow-wrap: anywhere }
  th[scope=row] { width: 33%; font-weight: 400; color: #3c4c45 }
  td { white-space: pre-line }
  tr, article { break-inside: avoid }
  pre { margin: .5rem 0; padding: .75rem 1rem; border-left: 3px solid #cbd4c5; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; font-size: .875rem }
  @media print { body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt } .wide { overflow: visible } .wide table { min-width: 0 } }
  @page { margin: 16mm }`

/** A self-contained page, as a file or on paper. It has no scripts and loads nothing. */
export function page(parts: { title: string; intro: string; sections: readonly string[] }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(parts.title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${escaped(parts.title)}</h1>
<p>${escaped(parts.intro)}</p>
${parts.sections.join('\n')}
</body>
</html>
`
}

/** `body` is HTML. */
export function section(title: string, body: string): string {
  return `<section><h2>${escaped(title)}</h2>\n${body}</section>`
}

export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const head = heads.map((name) => `<th scope="col">${escaped(name)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${inCell(cell)}</td>`).join('')}</tr>`)
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`
}

export function factList(facts: readonly (readonly [name: string, value: Cell])[]): string {
  const rows = facts.map(([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${inCell(value)}</td></tr>`)
  return `<table><tbody>\n${rows.join('\n')}\n</tbody></table>`
}

/** Keeps line breaks. */
export function textBlock(text: string): string {
  return `<pre>${escaped(text)}</pre>`
}

function inCell(cell: Cell): string {
  const lines = typeof cell === 'object' ? (cell ?? []) : [String(cell)]
  return (
    lines
      .filter(Boolean)
      .map((line) => escaped(line!))
      .join('<br>') || '–'
  )
}
