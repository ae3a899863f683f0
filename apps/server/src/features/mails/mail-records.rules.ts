import type { MailCheckLine } from '@arcadia/contract/admin/mail-check'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { isMailProvider } from '../../mail/mail-providers.ts'

/** The TXT records at a name; null where DNS gave no answer. */
export type Records = readonly string[] | null

const VERDICTS = ['pass', 'fail', 'none'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What the provider of a test's reader found. */
export interface Reading {
  spf: Verdict
  dkim: Verdict
  dmarc: Verdict
  /** The domains whose signature it accepted. */
  signedAs: string[]
}

interface Headers extends Reading {
  /** The address it says it is from. */
  from: string | undefined
}

/** Of a header (RFC 5322); looking for an address in a longer one would take ages. */
const LONGEST_LINE = 998

/**
 * What an email's headers say of it, as they stand in "Show original"; null if no provider checked anything. Some write a
 * header for each method, so the first answer to each counts, and a domain's own signature before another's.
 */
export function readHeaders(text: string): Headers | null {
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.toLowerCase().startsWith(`${name}:`) ? [line.slice(name.length + 1).trim()] : []))
  const results = valuesOf('authentication-results').flatMap((value) => value.replace(/\([^()]*\)/g, ' ').split(';'))
  const answersOf = (method: string) =>
    results.flatMap((part) => {
      const [, verdict] = new RegExp(`^\\s*${method}\\s*=\\s*(\\w+)`, 'i').exec(part) ?? []
      return verdict ? [{ verdict: verdictOf(verdict.toLowerCase()), part }] : []
    })
  const [spf, dkim, dmarc] = [answersOf('spf'), answersOf('dkim'), answersOf('dmarc')]
  if (spf.length + dkim.length + dmarc.length === 0) return null
  const signed = dkim.filter(({ verdict }) => verdict === 'pass')
  return {
    from: /[^\s<>"]+@[^\s<>"]+/.exec(valuesOf('from')[0]?.slice(0, LONGEST_LINE) ?? '')?.[0].toLowerCase(),
    spf: spf[0]?.verdict ?? 'none',
    dkim: signed.length > 0 ? 'pass' : (dkim[0]?.verdict ?? 'none'),
    dmarc: dmarc[0]?.verdict ?? 'none',
    signedAs: signed.flatMap(({ part }) => /header\.[di]=@?([\w.-]+)/i.exec(part)?.[1]?.toLowerCase() ?? []),
  }
}

const verdictOf = (verdict: string): Verdict =>
  verdict === 'pass' || verdict === 'none' ? verdict : verdict === 'neutral' ? 'none' : 'fail'

/** Where a domain's DMARC record may stand: at itself, else at a domain above it. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, above) => `_dmarc.${labels.slice(above).join('.')}`)
}

const EXAMPLE =
  'Look for "SPF" in your mail provider\'s help, and add the TXT record it gives: it looks like v=spf1 include:spf.their-name.com ~all, with their name in it.'

/** What mail providers ask for, by the end of their server's name. */
const INCLUDES: readonly [host: RegExp, include: string][] = [
  [/(^|\.)(gmail|google|googlemail)\.com$/, '_spf.google.com'],
  [/(^|\.)(office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/\.amazonaws\.com$/, 'amazonses.com'],
  [/(^|\.)sendgrid\.net$/, 'sendgrid.net'],
  [/(^|\.)mailgun\.org$/, 'mailgun.org'],
  [/(^|\.)mtasv\.net$|(^|\.)postmarkapp\.com$/, 'spf.mtasv.net'],
  [/(^|\.)messagingengine\.com$|(^|\.)fastmail\.com$/, 'spf.messagingengine.com'],
  [/(^|\.)zoho\.com$/, 'zohomail.com'],
  [/(^|\.)brevo\.com$/, 'spf.brevo.com'],
  [/(^|\.)mailjet\.com$/, 'spf.mailjet.com'],
]

interface Seen {
  domain: string
  /** The mail server's name. */
  host: string
  spf: Records
  /** The first that was found on the way up. */
  dmarc: Records
  reading: (Reading & { at: Date }) | undefined
}

type Line = Omit<MailCheckLine, 'what'>

/** What is said of the domain's records and of the signature, and what to add (docs/rules.md §8.20). */
export function describeRecords(seen: Seen): MailCheckLine[] {
  if (isMailProvider(seen.domain)) return [{ what: 'SPF', ...providersLine(seen) }]
  return [
    { what: 'SPF', ...spfLine(seen) },
    { what: 'DKIM', ...dkimLine(seen) },
    { what: 'DMARC', ...dmarcLine(seen) },
  ]
}

const line = (state: Line['state'], says: string, record: Line['record'] = null): Line => ({ state, says, record })
const NO_ANSWER = line('UNKNOWN', "We couldn't look it up right now. Try again later.")
const ofTest = (at: Date) => `The test of ${formatShortDate(venueDate(at))}`

/** An owner can't add records to a domain like gmail.com. */
function providersLine({ domain, reading }: Seen): Line {
  if (reading?.dmarc === 'pass')
    return line('OK', `${ofTest(reading.at)} passed: your mail server may send for ${domain}.`)
  const own = 'Better, send from an address of your own domain: whoever installed the site sets MAIL_FROM.'
  return line(
    'TO_DO',
    reading
      ? `${ofTest(reading.at)} came from a server that may not send for ${domain}. Send through ${domain} itself. ${own}`
      : `Only a test shows whether your mail server may send for ${domain}. Send yourself one, then paste its headers under "A test". ${own}`,
  )
}

function spfLine({ domain, host, spf, reading }: Seen): Line {
  if (!spf) return NO_ANSWER
  const records = spf.filter((record) => /^v=spf1(\s|$)/i.test(record))
  const include = INCLUDES.find(([end]) => end.test(host))?.[1]
  const wanted = include ? `include:${include}` : undefined
  if (records.length > 1)
    return line('TO_DO', `${domain} has ${records.length} SPF records, so none counts. Merge them into one.`)
  const [record] = records
  if (record && /\+all\b|\sall\b/i.test(record))
    return line('TO_DO', `${domain} lets anyone send as you. End its record with ~all.`, {
      name: domain,
      value: record.replace(/\+?\ball\b/i, '~all'),
    })
  if (reading?.spf === 'pass') return line('OK', `${ofTest(reading.at)} came from a server that may send for you.`)
  if (!record)
    return wanted
      ? line('TO_DO', `${domain} doesn't say who may send its emails. Add this TXT record.`, {
          name: domain,
          value: `v=spf1 ${wanted} ~all`,
        })
      : line('TO_DO', `${domain} doesn't say who may send its emails. ${EXAMPLE}`)
  const isNamed = wanted !== undefined && record.toLowerCase().includes(wanted)
  if (isNamed) return line('OK', `${domain} lets your mail server send.`)
  if (wanted || reading)
    return line(
      'TO_DO',
      wanted
        ? `${domain} doesn't name your mail server. Change its record to this.`
        : `${ofTest(reading!.at)} came from a server that may not send for you. ${EXAMPLE}`,
      wanted ? { name: domain, value: withInclude(record, wanted) } : null,
    )
  return line('UNKNOWN', `${domain} says who may send. A test shows if your mail server is among them.`)
}

/** The part goes before the last, which is about all others. */
const withInclude = (record: string, part: string) =>
  / [-~?]all\b/i.test(record) ? record.replace(/ (?=[-~?]all\b)/i, ` ${part} `) : `${record} ${part} ~all`

/** Whether one is the other, or stands above it. */
const isAligned = (signer: string, domain: string) =>
  signer === domain || domain.endsWith(`.${signer}`) || signer.endsWith(`.${domain}`)

function dkimLine({ domain, reading }: Seen): Line {
  if (!reading)
    return line('UNKNOWN', 'Only a test shows it. Send yourself one, then paste its headers under "A test".')
  const how = `At your mail provider, turn on DKIM for ${domain} and add the records that it shows you. Then send a new test.`
  const { dkim, signedAs, at } = reading
  if (signedAs.some((signer) => isAligned(signer, domain))) return line('OK', `${ofTest(at)} was signed as ${domain}.`)
  if (dkim === 'pass')
    return line('TO_DO', `${ofTest(at)} was signed as ${signedAs[0] ?? 'somebody else'}, not as ${domain}. ${how}`)
  return line(
    'TO_DO',
    `${ofTest(at)} ${dkim === 'none' ? "wasn't signed" : "had a signature that didn't match"}. ${how}`,
  )
}

function dmarcLine({ domain, dmarc, reading }: Seen): Line {
  if (!dmarc) return NO_ANSWER
  const records = dmarc.filter((record) => /^v=DMARC1\s*(;|$)/i.test(record))
  if (records.length === 0)
    return line(
      'TO_DO',
      `${domain} doesn't say what happens to fakes, and big providers ask for that. Add this TXT record.`,
      {
        name: `_dmarc.${domain}`,
        value: 'v=DMARC1; p=none',
      },
    )
  if (records.length > 1)
    return line('TO_DO', `${domain} has ${records.length} DMARC records, so none counts. Keep one.`)
  if (reading?.dmarc === 'fail')
    return line('TO_DO', `${ofTest(reading.at)} failed it. Put SPF and DKIM right first, then send a new test.`)
  return line(
    'OK',
    reading?.dmarc === 'pass' ? `${ofTest(reading.at)} passed.` : `${domain} says what happens to fakes.`,
  )
}
