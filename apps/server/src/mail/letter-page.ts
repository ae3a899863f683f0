import { formatCents } from '@arcadia/contract/money'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import type { LetterHead, WrittenPart } from './letter.ts'
import type { Letterhead } from './mail-renderers.ts'
import { dialed, escaped, unbroken, withLinks, withoutOrphan } from './markup.ts'
import { addressOfPicture, PICTURES } from './pictures.ts'

// Email apps support little CSS: tables for layout, inline styles, and a style sheet only for extras (dark mode, narrow
// screens). Nothing external is loaded; a picture comes in the email.

const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
// Fonts that are always there: a missing display face breaks lines on a phone.
const FONT = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif"
/** In a browser a name or address without spaces breaks rather than widening the email. */
const BREAKS = 'overflow-wrap:anywhere'

const styleSheet = (smallType: number, smallestType: number) => `
  body { margin: 0 }
  a { color: #8a4b12 }
  @media (max-width: 520px) {
    .ground-pad { padding: 0 !important }
    .pad { padding-left: 20px !important; padding-right: 20px !important }
    .wide { width: 100% !important }
    .headline { font-size: 28px !important }
    .big { font-size: ${smallType}px !important; letter-spacing: -2px !important }
    .over { font-size: 22px !important }
    .side { display: block !important; width: auto !important; text-align: left !important; padding-right: 0 !important }
    .side + .side { border-top: 0 !important; padding-top: 2px !important }
  }
  @media (max-width: 380px) {
    .big { font-size: ${smallestType}px !important; letter-spacing: -1.5px !important }
  }
  @media (prefers-color-scheme: dark) {
    .ground { background: #0d1411 !important }
    .card { background: #172922 !important; color: #f3ecd8 !important }
    .bar { background: #070b09 !important }
    .day { background: #1b2f28 !important; color: #f3ecd8 !important }
    .quiet { color: #c6d0c3 !important }
    .line { border-color: #2f463d !important }
    .rule { border-color: #f3ecd8 !important }
    a { color: #f6c877 !important }
    a.name { color: #f3ecd8 !important }
    a.button, a.star { color: #0d1411 !important }
  }`

interface Page extends LetterHead {
  parts: readonly WrittenPart[]
  /** How to reach us, and who we are. */
  foot: readonly string[]
}

/** The HTML version of an email, in the site's colors. */
export function letterPage({ publicUrl, business, unsubscribe }: Letterhead, page: Page): string {
  const { subject, picture, parts, foot } = page
  const big = inLargeType(page)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${styleSheet(typeSize(big, page.amount ? 62 : 68, 350), typeSize(big, 56, 280))}
</style>
</head>
<body class="ground" style="margin:0;background:#eef1e8">
<div style="display:none;max-height:0;overflow:hidden">${escaped(inTheInbox(page))}</div>
<table ${TABLE} class="ground" style="background:#eef1e8">
<tr><td align="center" class="ground-pad" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table ${TABLE} class="card" style="max-width:600px;background:#fdfdf9;color:#12211c;${FONT};font-size:17px;line-height:1.5;text-align:left">
<tr><td class="pad bar" style="padding:14px 40px;background:#0d1411;${picture ? '' : 'border-bottom:4px solid #f0ae4b;'}font-size:16px;line-height:1.2">
<a class="name" href="${escaped(publicUrl)}" style="color:#f3ecd8;text-decoration:none;font-weight:700">${escaped(business.name)}</a>
</td></tr>
${picture ? `<tr><td style="padding:0;font-size:0;line-height:0"><img src="${addressOfPicture(picture)}" alt="${escaped(PICTURES[picture])}" width="600" style="display:block;width:100%;height:auto;border:0"></td></tr>` : ''}
${dayBlock(page)}${posterFoot(page)}
<tr><td class="pad" style="padding:32px 40px 0">
${headlines(page)}
${parts.map((part, nth) => asMarkup(part, ends(parts[nth - 1]), rules(parts[nth + 1]))).join('\n')}
<p class="quiet line" style="margin:0;padding:18px 0 26px;${ends(parts.at(-1)) ? '' : 'border-top:1px solid #cbd4c5;'}color:#3c4c45;font-size:15px;line-height:1.55">${[...foot.map((line) => withoutOrphan(dialed(escaped(line)))), unsubscribe && `<a href="${escaped(publicUrl + unsubscribe)}">Unsubscribe</a>`].filter(Boolean).join('<br>\n')}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

/** What an inbox shows beside the subject: the facts of the head, then the first words. */
function inTheInbox({ day, amount, headline, parts }: Page): string {
  const [first = headline] = parts.flatMap((part) => {
    if (typeof part === 'string') return part
    return 'quote' in part ? part.quote : []
  })
  return [...(day?.lines ?? []), amount?.when, first].filter(Boolean).join('. ').slice(0, 140)
}

/** The line in large type, if there is one. */
function inLargeType({ day, amount }: LetterHead): string {
  if (day) return day.isNow ?? dayAndMonth(day)[1]
  return amount ? formatCents(amount.cents) : ''
}

/** `Thursday`, `June 25` */
function dayAndMonth({ date }: NonNullable<LetterHead['day']>): [weekday: string, day: string] {
  const [weekday = '', day = ''] = formatDayInWords(date).split(', ')
  return [weekday, day]
}

/** So that the longest day of the year and five figures fit on their line, in a wide font too. */
const typeSize = (text: string, most: number, width: number) =>
  Math.min(most, Math.floor(width / (0.62 * Math.max(text.length, 1))))

/** The date over the whole width, or what became of it. */
function dayBlock(page: Page): string {
  const { day } = page
  if (!day) return ''
  const big = inLargeType(page)
  const [weekday] = dayAndMonth(day)
  const over = day.isNow ? `<s>${unbroken(formatDayInWords(day.date))}</s>` : weekday
  const isAlarm = day.isNow === 'Called off'
  const colors = isAlarm ? 'background:#ad3720;color:#fff6ec' : 'background:#f3ecd8;color:#12211c'
  const [first, second] = (day.lines ?? []).filter((line) => line !== undefined)
  const line = (text: string, style: string) =>
    `<td class="side rule" style="padding-top:12px;border-top:2px solid ${isAlarm ? '#fff6ec' : '#12211c'};vertical-align:top;line-height:1.35;${style}">${unbroken(escaped(text))}</td>`
  return `<tr><td class="pad ${isAlarm ? '' : 'day'}" style="padding:24px 40px;${colors}">
<p class="over" style="margin:0;font-size:26px;line-height:1.1;font-weight:700">${over}</p>
<p class="big" style="margin:2px 0 ${first ? 16 : 0}px;font-size:${typeSize(big, 92, 490)}px;line-height:1;font-weight:700;letter-spacing:-3.5px">${big}</p>
${
  first === undefined
    ? ''
    : `<table ${TABLE}><tr>${line(first, 'font-size:20px;font-weight:700;padding-right:16px')}
${second === undefined ? '' : line(second, 'font-size:16px;text-align:right')}</tr></table>`
}
</td></tr>`
}

/** Paper whatever the reader's colors are, with the margins of the picture. */
function posterFoot({ headline, onPoster }: Page): string {
  if (onPoster === undefined) return ''
  return `<tr><td style="padding:0 4% 20px;background:#f3ecd8;color:#12211c">
<table ${TABLE} style="border-top:2px solid #12211c"><tr><td class="side" style="padding-top:14px;vertical-align:baseline">${headingOf(headline, 0)}</td>
<td class="side" style="padding-top:14px;vertical-align:baseline;text-align:right;font-size:16px;${BREAKS}">${unbroken(escaped(onPoster))}</td></tr></table>
</td></tr>`
}

const headingOf = (headline: string, below: number) =>
  `<h1 class="headline" style="margin:0 0 ${below}px;font-size:32px;line-height:1.15;font-weight:700;letter-spacing:-0.5px;${BREAKS}">${withoutOrphan(unbroken(escaped(headline)))}</h1>`

function headlines(page: Page): string {
  const { headline, amount } = page
  if (page.onPoster !== undefined) return ''
  if (!amount) return headingOf(headline, 14)
  const words = unbroken(escaped(headline))
  const big = inLargeType(page)
  return `<h1 class="over" style="margin:0 0 4px;font-size:26px;line-height:1.2;font-weight:700;${BREAKS}">${words}</h1>
<p class="big" style="margin:0 0 ${amount.when ? 6 : 20}px;font-size:${typeSize(big, 84, 490)}px;line-height:1;font-weight:700;letter-spacing:-3px">${big}</p>
${amount.when ? `<p style="margin:0 0 20px;font-size:20px;line-height:1.35;font-weight:700">${unbroken(escaped(amount.when))}</p>` : ''}`
}

type Way = { label: string; url: string; note?: string }

/** A list of facts ends with a rule, */
const ends = (part: WrittenPart | undefined) => typeof part === 'object' && 'facts' in part
/** which is that of the plain links or the foot that follow it. */
const rules = (part: WrittenPart | undefined) => part === undefined || (typeof part === 'object' && 'ways' in part)

function asMarkup(part: WrittenPart, isAfterRule: boolean, isBeforeRule: boolean): string {
  if (typeof part === 'string') return paragraph(part)
  if ('isButton' in part) return button(part) + (part.note ? small(part.note) : '')
  if ('ways' in part) return wayRows(part.ways, isAfterRule)
  if ('choices' in part) return choiceRow(part.choices)
  if ('heading' in part)
    return `<h2 style="margin:14px 0 12px;font-size:19px;line-height:1.25;font-weight:700">${unbroken(escaped(part.heading))}</h2>`
  if ('note' in part) return small(part.note)
  if ('quote' in part)
    return `<p class="quiet" style="margin:0 0 8px;color:#3c4c45">${escaped(part.lead)}</p>
<blockquote class="quiet line" style="margin:0 0 24px;padding:2px 0 2px 16px;border-left:3px solid #cbd4c5;color:#3c4c45;${BREAKS}">${escaped(part.quote).replaceAll('\n', '<br>')}</blockquote>`
  if ('qr' in part)
    return `<p style="margin:0 0 8px;font-size:0;line-height:0"><img src="${addressOfPicture('qr')}" alt="${escaped(part.says)}" width="180" height="180" style="display:block;width:180px;height:180px;border:0"></p>
${small(part.says)}`
  return factTable(part.facts, isBeforeRule)
}

/** Each answer has the same width, and all of its cell can be tapped. */
function choiceRow(choices: Extract<WrittenPart, { choices: unknown }>['choices']): string {
  const cells = choices.map(
    ({ sign, label, url }) =>
      `<td align="center" width="${Math.floor(100 / choices.length)}%"><a class="star" href="${escaped(url)}" aria-label="${escaped(label)}" style="display:block;padding:12px 0 12px;font-size:44px;line-height:1;color:#0d1411;text-decoration:none">${escaped(sign)}</a></td>`,
  )
  const [least, most] = [choices[0], choices.at(-1)].map((choice) => escaped(choice?.caption ?? ''))
  return `<table ${TABLE} style="margin:6px 0 8px;background:#f0ae4b;border-radius:4px;table-layout:fixed"><tr>
${cells.join('\n')}
</tr></table>
<table ${TABLE} class="quiet" style="margin:0 0 26px;color:#3c4c45;font-size:15px;line-height:1.4"><tr><td>${least}</td><td align="right">${most}</td></tr></table>`
}

const valueMarkup = (value: string) =>
  withoutOrphan(dialed(escaped(value)))
    .replaceAll('\n', '<br>')
    .replaceAll('@', '<wbr>@')

/** Plain links, each on a row of its own. */
function wayRows(ways: Extract<WrittenPart, { ways: unknown }>['ways'], isAfterRule: boolean): string {
  const rows = ways.map(
    ({ label, url, note }, nth) =>
      `<tr><td class="line"${isAfterRule && nth === 0 ? '' : ' style="border-top:1px solid #cbd4c5"'}><a href="${escaped(url)}" style="display:block;padding:12px 0;font-size:16px;line-height:1.3">${unbroken(escaped(label))}</a>${note ? small(note) : ''}</td></tr>`,
  )
  return `<table ${TABLE}>\n${rows.join('\n')}\n</table>`
}

/** A plain link beside a fact, high enough for a thumb. */
function wayMarkup({ label, url, note }: Way): string {
  const below = note
    ? `<span class="quiet" style="display:block;padding-bottom:6px;font-size:15px;line-height:1.4;font-weight:400;color:#3c4c45">${unbroken(escaped(note))}</span>`
    : ''
  return `<a href="${escaped(url)}" style="display:inline-block;padding:8px 0;font-size:16px;line-height:1.3;font-weight:400;text-decoration:underline">${unbroken(escaped(label))}</a>${below}`
}

/** The names take a third; a value has the rest, and an email address breaks before its `@` if at all. */
function factTable(facts: Extract<WrittenPart, { facts: unknown }>['facts'], isBeforeRule: boolean): string {
  const rows = facts.map(
    ([name, value, way]) => `<tr>
<th scope="row" align="left" class="quiet line" width="32%" style="width:32%;padding:10px 12px 10px 0;border-bottom:1px solid #cbd4c5;color:#3c4c45;font-weight:400;vertical-align:top">${escaped(name)}</th>
<td class="line" style="padding:10px 0 ${way ? 2 : 10}px;border-bottom:1px solid #cbd4c5;font-weight:700;vertical-align:top;${BREAKS}">${valueMarkup(value)}${way ? `<br>${wayMarkup(way)}` : ''}</td>
</tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="rule" style="margin:0 0 ${isBeforeRule ? 0 : 24}px;border-top:2px solid #12211c;font-size:16px;line-height:1.4">
${rows.join('\n')}
</table>`
}

const small = (text: string) => paragraph(text, 'class="quiet" ', 'font-size:15px;line-height:1.45;color:#3c4c45;')

function paragraph(text: string, attributes = '', style = ''): string {
  const lines = text.split('\n').map((line) => withoutOrphan(dialed(withLinks(line))))
  return `<p ${attributes}style="margin:0 0 18px;${style}${BREAKS}">${lines.join('<br>')}</p>`
}

/** Over the whole width on phones; Outlook pads the cell, the others the link, so that all of it can be tapped. */
function button({ label, url }: { label: string; url: string }): string {
  return `<table ${TABLE} class="wide" style="width:auto;min-width:280px;margin:6px 0 28px"><tr><td align="center" style="background:#f0ae4b;border-radius:4px;mso-padding-alt:17px 24px"><a class="button" href="${escaped(url)}" style="display:block;padding:15px 24px;font-size:18px;line-height:1.2;font-weight:700;color:#0d1411;text-decoration:none">${unbroken(escaped(label))}</a></td></tr></table>`
}
