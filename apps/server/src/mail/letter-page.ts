import type { WrittenPart } from './letter.ts'
import type { Letterhead } from './mail-renderers.ts'
import { escaped, unbroken, withLinks } from './markup.ts'

// Email apps support little CSS: tables for layout, inline styles, and a style sheet only for extras (dark mode, narrow
// screens). Nothing external is loaded.

const TEXT = "font-family:'National Park','Trebuchet MS',system-ui,sans-serif;font-size:17px;line-height:1.55"
// Its font is always there: a missing display face breaks lines on a phone.
const HEADING = 'font-size:26px;line-height:1.25;font-weight:700;overflow-wrap:anywhere'

const STYLE_SHEET = `
  body { margin: 0 }
  a { color: #8a4b12 }
  @media (max-width: 640px) { .pad { padding-left: 20px !important; padding-right: 20px !important } }
  @media (prefers-color-scheme: dark) {
    .ground { background: #0d1411 !important }
    .card { background: #172922 !important; color: #f3ecd8 !important }
    .quiet { color: #c6d0c3 !important }
    .line { border-color: #2f463d !important }
    a { color: #f6c877 }
    a.button { color: #0d1411 !important }
  }`

interface Letter {
  subject: string
  greeting: string
  parts: readonly WrittenPart[]
}

/** The HTML version of an email, in the site's colors. */
export function letterPage({ publicUrl, business }: Letterhead, { subject, greeting, parts }: Letter): string {
  const [firstWords = subject] = parts.flatMap((part) =>
    typeof part === 'string' ? part : 'quote' in part ? part.quote : [],
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE_SHEET}
</style>
</head>
<body class="ground" style="margin:0;background:#eef1e8">
<div style="display:none;max-height:0;overflow:hidden">${escaped(firstWords.slice(0, 140))}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1e8">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#fdfdf9;color:#12211c;${TEXT}">
<tr><td class="pad" style="padding:18px 40px;background:#0d1411;border-bottom:4px solid #f0ae4b">
<a href="${escaped(publicUrl)}" style="color:#f3ecd8;text-decoration:none;font-weight:600">${escaped(business.name)}</a>
</td></tr>
<tr><td class="pad" style="padding:36px 40px 12px">
<h1 style="margin:0 0 20px;${HEADING}">${unbroken(escaped(subject))}</h1>
${paragraph(greeting)}
${parts.map(asMarkup).join('\n')}
</td></tr>
<tr><td class="pad quiet line" style="padding:20px 40px 28px;border-top:1px solid #cbd4c5;color:#3c4c45;font-size:15px;line-height:1.5">
${[`${escaped(business.name)}, Arcadia, Florida`, contact(business)].filter(Boolean).join('<br>\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function contact({ phone, email }: Letterhead['business']): string {
  const mail = email && `<a href="mailto:${escaped(email)}">${escaped(email)}</a>`
  return [unbroken(escaped(phone)), mail].filter(Boolean).join(' · ')
}

function asMarkup(part: WrittenPart): string {
  if (typeof part === 'string') return paragraph(part)
  if ('url' in part) return button(part.label, part.url)
  if ('quote' in part)
    return `<p class="quiet" style="margin:0 0 8px;color:#3c4c45">${escaped(part.lead)}</p>
<blockquote class="quiet line" style="margin:0 0 24px;padding:0 0 0 16px;border-left:3px solid #cbd4c5;color:#3c4c45;overflow-wrap:anywhere">${escaped(part.quote).replaceAll('\n', '<br>')}</blockquote>`
  const rows = part.facts.map(
    ([name, value]) => `<tr>
<th scope="row" align="left" class="quiet line" style="padding:8px 16px 8px 0;border-bottom:1px solid #cbd4c5;color:#3c4c45;font-weight:400;vertical-align:top;white-space:nowrap">${escaped(name)}</th>
<td class="line" style="padding:8px 0;border-bottom:1px solid #cbd4c5;font-weight:600;overflow-wrap:anywhere">${unbroken(escaped(value))}</td>
</tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" class="line" style="margin:0 0 24px;border-top:2px solid #12211c;${TEXT};font-size:16px">
${rows.join('\n')}
</table>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 18px;overflow-wrap:anywhere">${unbroken(withLinks(text)).replaceAll('\n', '<br>')}</p>`
}

/** A button; the plain text has its URL. */
function button(label: string, url: string): string {
  return `<p style="margin:6px 0 24px"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:13px 26px;background:#f0ae4b;color:#0d1411;border-radius:4px;font-weight:600;text-decoration:none">${unbroken(escaped(label))}</a></p>`
}
