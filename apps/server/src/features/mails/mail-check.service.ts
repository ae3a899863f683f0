import { Resolver } from 'node:dns/promises'
import type { MailCheck, MailCheckLine, MailHeaders } from '@arcadia/contract/admin/mail-check'
import { notSentSince } from '@arcadia/contract/admin/mails'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import type * as z from 'zod/mini'
import type { Base } from '../../base.ts'
import { askedAtMost } from '../../checks/asked-at-most.ts'
import { MINUTE_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { Check } from '../../feature.ts'
import { AppError } from '../../http/app-error.ts'
import { addressOf } from '../../mail/mail-delivery.rules.ts'
import { mailsWaitSince } from '../../mail/outbox.ts'
import { findLastTest, findReading, insertReading } from './mail-check.store.ts'
import { describeRecords, dmarcNames, type Records, readHeaders } from './mail-records.rules.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'smtpUrl' | 'mailFrom' | 'lookUpTxt'> {}

/** Whether emails arrive, seen by DNS and by what a test's reader got (docs/rules.md §8.20). */
export function createMailCheck({ db, clock, smtpUrl, mailFrom, lookUpTxt = askDns }: Deps) {
  const from = addressOf(mailFrom)
  const domain = from.split('@')[1]!.toLowerCase()
  const txt = (name: string) => txtAt(lookUpTxt, name)

  async function records(): Promise<MailCheckLine[]> {
    // A name without a dot is this machine's own, of which nobody else knows.
    if (!smtpUrl || !domain.includes('.')) return []
    const host = new URL(smtpUrl).hostname
    const [spf, dmarc, reading] = await Promise.all([txt(domain), dmarcOf(domain, txt), findReading(db, domain)])
    return describeRecords({ domain, host, spf, dmarc, reading })
  }

  async function get(): Promise<MailCheck> {
    const [server, lines, reading] = await Promise.all([
      serverLine(db, clock.now(), smtpUrl),
      records(),
      findReading(db, domain),
    ])
    return { isSetUp: smtpUrl !== undefined, from, lines: [server, ...lines], readAt: reading?.at ?? null }
  }

  const ofLate = askedAtMost(clock, MINUTE_MS, records)

  return {
    get,

    /** @throws AppError `invalid-input` if no provider's verdict is in it, or it is another's email */
    async read({ headers }: z.output<typeof MailHeaders>): Promise<MailCheck> {
      const read = readHeaders(headers)
      if (!read)
        throw wrongHeaders(
          "These headers don't say what was checked. Open the test at your mail provider, choose Show original (or View source), and copy all of it.",
        )
      if (read.from !== from.toLowerCase())
        throw wrongHeaders(`These aren't the headers of the test. It comes from ${from}.`)
      await inTransaction(db, clock, (tx, now) => insertReading(tx, now, domain, read))
      return get()
    },

    check: {
      name: 'mail-records',
      async look() {
        const wrong = ((await ofLate()) ?? []).filter(({ state }) => state === 'TO_DO')
        return { about: `email: what DNS says of ${domain}`, problems: wrong.map(inWords) }
      },
      remedy: 'Dashboard, Mail check has the records to add where the domain is managed.',
      stopsOpening: true,
    } satisfies Check,
  }
}

const inWords = ({ what, says, record }: MailCheckLine) =>
  `${what}: ${says}${record ? ` ${record.name} TXT "${record.value}"` : ''}`

const wrongHeaders = (message: string) => new AppError('invalid-input', { message, path: 'headers' })

async function serverLine(db: Db, now: Date, smtpUrl: string | undefined): Promise<MailCheckLine> {
  const line = (state: MailCheckLine['state'], says: string) => ({ what: 'SERVER' as const, state, says, record: null })
  if (!smtpUrl) return line('TO_DO', "Email isn't set up. Whoever installed the site does that.")
  const [since, test] = await Promise.all([mailsWaitSince(db, now), findLastTest(db)])
  if (since) return line('TO_DO', notSentSince(since, now))
  if (!test) return line('UNKNOWN', 'Send yourself a test.')
  if (test.sentAt) return line('OK', `It took a test on ${formatShortDate(venueDate(test.sentAt))}.`)
  // Also said while it is tried again.
  if (test.error || test.status === 'FAILED') return line('TO_DO', test.error ?? "It didn't take the last test.")
  return line('UNKNOWN', 'A test is on its way.')
}

const DNS_MS = 3000
const askDns = (name: string) => new Resolver({ timeout: DNS_MS, tries: 2 }).resolveTxt(name)

/** Long records come in pieces. */
async function txtAt(lookUp: (name: string) => Promise<string[][]>, name: string): Promise<Records> {
  try {
    return (await lookUp(name)).map((pieces) => pieces.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null
  }
}

/** The domain's own, else that of one above it. */
async function dmarcOf(domain: string, txt: (name: string) => Promise<Records>): Promise<Records> {
  for (const name of dmarcNames(domain)) {
    const found = await txt(name)
    if (!found || found.some((record) => /^v=DMARC1/i.test(record))) return found
  }
  return []
}
