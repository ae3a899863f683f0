import { confirmEmail } from '@arcadia/contract/accounts'
import { hoursWithoutZone } from '@arcadia/contract/testing/hours'
import type { DevMail, DevMailSummary } from '../mail/dev-mail.ts'
import { PASSWORD } from './builders.ts'
import { strayAddresses } from './emailed-addresses.ts'
import type { TestApp } from './test-app.ts'

async function getJson<T>(app: TestApp, url: string): Promise<T> {
  const reply = await app.app.http.inject({ url, headers: { accept: 'application/json' } })
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode} ${reply.body}`)
  return reply.json()
}

/** The emails in the outbox with what they say, of each kind the latest only if `isOnePerKind`. */
async function* outboxOf(request: TestApp['request'], isOnePerKind: boolean) {
  const ask = (url: string) => request('GET', url, { headers: { accept: 'application/json' } })
  const { mails = [] }: { mails?: DevMailSummary[] } = (await ask('/dev/mail')).body
  const kinds = new Set<string>()
  for (const { kind, id } of mails) {
    if (isOnePerKind && kinds.has(kind)) continue
    kinds.add(kind)
    const mail = (await ask(`/dev/mail/${id}`)).body as Partial<DevMail>
    const { subject = '', text = '', html = '', buttons = [], attachments = [] } = mail
    const files = attachments.map(({ content }) => content.replaceAll('\r\n ', ''))
    yield { kind, subject, buttons, text: [subject, text, ...files].join('\n'), html }
  }
}

/**
 * Every email in the outbox names the zone of each hour (docs/rules.md §1.8). Each test app checks this as it closes, so a
 * new email can't forget it.
 */
export async function expectHoursNamed(request: TestApp['request']): Promise<void> {
  for await (const { kind, text } of outboxOf(request, false)) {
    const unnamed = hoursWithoutZone(text)
    if (unnamed.length > 0) throw new Error(`the email '${kind}' says ${unnamed.join(', ')} without a zone`)
  }
}

const MACHINE_WORDS =
  /\b[\da-f]{8}-[\da-f]{4}-|\bError\b|\bE[A-Z]{4,}\b|(?<![\w@./-]|your account, )admin(?![\w@-])|\bnull\b|payments provider/

/** Gmail cuts longer ones off. */
const LONGEST_HTML = 102_000
const wordsOf = (html = '') =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

const factsIn = (html: string) =>
  [...html.matchAll(/<td class="line"[^>]*>(.*?)<\/td>/gs)].map(([, fact]) => wordsOf(fact))

/**
 * Every kind of email in the outbox has the one layout (docs/rules.md §8.11): one button if it leads anywhere, a subject, a
 * headline and a first sentence that differ, nothing of the plate among the facts, and no words of machines (docs/rules.md §8.15).
 * Each test app checks this as it closes.
 */
export async function expectOneLayout(request: TestApp['request']): Promise<void> {
  for await (const { kind, subject, buttons, text, html } of outboxOf(request, true)) {
    if (!html.startsWith('<!doctype html>')) continue
    const broken = (what: string) => new Error(`the email '${kind}' ${what}: ${html}`)
    const [, , headline = ''] = /<h1( [^>]*)>(.*?)<\/h1>/s.exec(html) ?? []
    const [, first = ''] = /<\/h1>.*?<p style="margin:0 0 18px[^>]*>(.*?)<\/p>/s.exec(html) ?? []
    const said = [subject, headline.replace(/, [^,]*$/, ''), first.split(/[.:!?]( |$)/)[0]].map(wordsOf).filter(Boolean)
    if (new Set(said).size < said.length || headline === '') throw broken(`says the same twice: ${said.join(' | ')}`)
    if (/^[^a-z]*[A-Z][^a-z]{8,}$/.test(headline) || /text-transform/.test(html)) throw broken('has capitals')
    // Where answers can be chosen, nothing else is a button.
    const most = html.includes('class="star"') ? 0 : 1
    if (html.split('class="button"').length - 1 !== Math.min(buttons.length, most))
      throw broken('has other than one button')
    const plate = wordsOf(/class="over".*?<p class="big".*?<\/p>/s.exec(html)?.[0])
    const again = factsIn(html).find((fact) => / \d{4}$/.test(fact) && plate.includes(fact.slice(0, -5)))
    if (again) throw broken(`says the date of its plate again: ${again}`)
    const [machine] = MACHINE_WORDS.exec(text.replace(/https?:\S+/g, '')) ?? []
    if (machine) throw broken(`has machine words: ${machine}`)
    if (buttons.some((url) => html.includes(`>${url}<`))) throw broken('shows an address under its button')
    if (Buffer.byteLength(html) > LONGEST_HTML) throw broken('is cut off in Gmail')
  }
}

/** What a sentence looks like that was written around a fact that is not there. */
const GAP =
  /undefined|\bCall[.,]|\bWrite to[.,]| [.,](?=\s|$)|(?:tel|sms):(?!\+?\d)|mailto:(?!\w)|(?:^|\n) ?· |· ?(?:\n|<\/td|$)|Questions\?(?! (?:Call|Write))/

/**
 * Once nothing is known of the business but its name, every kind of email in the outbox leaves the rest out without a gap
 * (docs/rules.md §14.2). Each test app checks this as it closes.
 */
export async function expectNothingInvented({ request, app, database }: Pick<TestApp, 'request' | 'app' | 'database'>) {
  Object.assign(app.features.business.api.defaults, { phone: '', email: '' })
  await database.db.updateTable('business_facts').set({ facts: '{}' }).execute()
  for await (const { kind, text, html } of outboxOf(request, true)) {
    const [gap] = GAP.exec(text) ?? GAP.exec(html) ?? []
    if (gap) throw new Error(`of a business without contact facts, the email '${kind}' says '${gap}': ${text}`)
  }
}

/** The emails to an address (of one kind), oldest first, as the recipient would read them. Reading one creates its link. */
export async function readMails(app: TestApp, to: string, kind?: string): Promise<DevMail[]> {
  const { mails } = await getJson<{ mails: DevMailSummary[] }>(app, '/dev/mail')
  const matching = mails.filter((mail) => mail.to === to && (!kind || mail.kind === kind)).reverse()
  const opened = await Promise.all(matching.map(({ id }) => getJson<DevMail>(app, `/dev/mail/${id}`)))
  const stray = opened.flatMap(({ text }) => strayAddresses(text, 'http://localhost:3000'))
  if (stray.length > 0) throw new Error(`emails have addresses that are not from the tree: ${stray.join(' ')}`)
  return opened
}

/** The token in an email's link. */
export function tokenIn(mail: DevMail | undefined): string {
  const token = /#([\w-]{43})(?![\w-])/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no link in '${mail?.text}'`)
  return token
}

/** Opens the confirmation link sent to a new account. */
export async function confirmAddress(app: TestApp, email: string): Promise<void> {
  const token = tokenIn((await readMails(app, email, 'confirm-email'))[0])
  await app.call(confirmEmail, { body: { token, isMine: true, password: PASSWORD } })
}
