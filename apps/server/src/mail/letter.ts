import type { Address } from '@arcadia/contract/addresses'
import { fullName, isNameless, isOfSeveral, personName } from '@arcadia/contract/full-name'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { formatPhone, phoneAddress } from '@arcadia/contract/phone-numbers'
import { askUs } from '@arcadia/contract/site/contact-words'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { type FactName, inOrder } from './fact-names.ts'
import { letterPage } from './letter-page.ts'
import { oneLine, unlinked } from './mail-delivery.rules.ts'
import type { Letterhead, MailContext, RenderedMail } from './mail-renderers.ts'
import type { PictureName } from './pictures.ts'

/** What stands above an email's text. Subject, headline and first sentence say three different things. */
export interface LetterHead {
  subject: string
  /** The heading, in HTML with the name behind it. */
  headline: string
  /** The guest it greets; left out in emails to people who work here, false where somebody's own words begin it. */
  name?: string | null | false | undefined
  picture?: PictureName
  /** The picture is a poster, which goes on below it: the headline, and this. */
  onPoster?: string
  /** The date in large type, or struck out above what became of the trip, with what is to be known at once about that day. */
  day?: { date: TripDate; isNow?: 'Called off' | 'Canceled' | undefined; lines?: readonly (string | undefined)[] }
  /** An amount in large type. */
  amount?: { cents: Cents; when?: string | undefined }
  /** What a guest's email ends with, before how to reach us; `Questions?` if not given. */
  asks?: string
}

/** Leads out of the site: to a phone, a map or an email to us. */
interface Outside {
  label: string
  url: string
  note?: string
}

/** One of the equal answers to a question, in one row, the ends of which have captions; where they stand, the email has no button. */
type Choice<Where> = { sign: string; label: string; caption?: string | undefined } & Where

type Inside = Omit<Outside, 'url'> & { address: Address }

/** What is known, and what can be done about it right there. */
export type Fact<Way = Inside | Outside> = readonly [name: string, value: string, way?: Way | undefined]

/**
 * A part of an email; a string is a paragraph. Of the parts that lead somewhere the first is the button; the others, and the ways of
 * facts, are plain links where they stand.
 */
export type LetterPart =
  | string
  | { facts: readonly Fact[] }
  | Inside
  | { choices: readonly Choice<{ address: Address }>[] }
  | Outside
  | { heading: string }
  /** In small type: what only some readers need. */
  | { note: string }
  /** A square that a phone scans to go there; it leads where the button does. */
  | { qr: Address; says: string }
  /** What a guest or stranger wrote, without working links, under an introductory line. */
  | { lead: string; quote: string }

/** A part as it is sent: what leads somewhere has the whole URL, and plain links that follow each other are one list. */
export type WrittenPart =
  | Exclude<LetterPart, Inside | Outside | { choices: unknown } | { facts: unknown }>
  | (Outside & { isButton: true })
  | { ways: readonly Outside[] }
  | { choices: readonly Choice<Outside>[] }
  | { facts: readonly Fact<Outside>[] }

/** A headline with more is three lines or more on a phone, so it goes without the name. */
const HEADLINE_LETTERS = 40

/** An email's subject with its body as plain text and as HTML. Parts that are `false` are left out. */
export function letter(
  letterhead: Letterhead,
  head: LetterHead,
  ...maybeParts: (LetterPart | false)[]
): Pick<RenderedMail, 'subject' | 'text' | 'html' | 'buttons' | 'picture' | 'qr'> {
  const { publicUrl, business, unsubscribe } = letterhead
  const outside = (way: Inside | Outside): Outside => {
    if ('url' in way) return way
    const { address, ...rest } = way
    return { ...rest, url: publicUrl + address }
  }
  const written = maybeParts
    .filter((part) => part !== false)
    .map((part): Exclude<WrittenPart, { ways: unknown }> | Outside => {
      if (typeof part === 'string') return part
      if ('address' in part) return outside(part)
      if ('facts' in part)
        return { facts: inOrder(part.facts).map(([name, value, way]) => [name, value, way && outside(way)] as const) }
      if ('choices' in part)
        return { choices: part.choices.map(({ address, ...choice }) => ({ ...choice, url: publicUrl + address })) }
      return 'quote' in part ? { ...part, quote: unlinked(part.quote) } : part
    })
  const first = written.some(asks) ? undefined : written.find(leads)
  const parts: WrittenPart[] = []
  for (const part of written) {
    const last = parts.at(-1)
    if (!leads(part)) parts.push(part)
    else if (part === first) parts.push({ ...part, isButton: true })
    else if (last && isWays(last)) parts.splice(-1, 1, { ways: [...last.ways, part] })
    else parts.push({ ways: [part] })
  }
  const square = parts.find((part) => typeof part === 'object' && 'qr' in part)
  const { name: greeted } = head
  const greeting = typeof greeted === 'string' || greeted === null ? greet(greeted) : []
  const paragraphs = parts.flatMap(asText)
  // Whoever works here knows how to reach us.
  const foot = [
    greeted !== undefined && askUs(head.asks ?? 'Questions?', business),
    `${business.name}, Arcadia, Florida`,
  ].filter((line) => line !== false)
  const ending = unsubscribe && publicUrl + unsubscribe
  const sender = [...foot, ...(ending ? [`Unsubscribe: ${ending}`] : [])].join('\n')
  const name = plainName(greeted || null)
  const isNamed = !name || head.headline.includes(name)
  const toThem = isNamed ? head.headline : `${head.headline}, ${name}`
  return {
    subject: head.subject,
    text: `${[head.headline, greeting, plateAsText(head), paragraphs, sender].flat().join('\n\n')}\n`,
    html: letterPage(
      { publicUrl, business, unsubscribe },
      { ...head, headline: toThem.length <= HEADLINE_LETTERS ? toThem : head.headline, parts, foot },
    ),
    buttons: [...(first ? [first.url] : []), ...parts.filter((part) => !isButton(part)).flatMap(linksOf)],
    ...(head.picture && { picture: head.picture }),
    ...(square && { qr: publicUrl + square.qr }),
  }
}

const leads = (part: WrittenPart | Outside): part is Outside => typeof part === 'object' && 'url' in part
const isWays = (part: WrittenPart) => typeof part === 'object' && 'ways' in part
const asks = (part: WrittenPart | Outside) => typeof part === 'object' && 'choices' in part
const isButton = (part: WrittenPart) => typeof part === 'object' && 'isButton' in part

function linksOf(part: WrittenPart): string[] {
  if (typeof part === 'string') return []
  if ('facts' in part) return part.facts.flatMap(([, , way]) => way?.url ?? [])
  return 'ways' in part ? part.ways.map(({ url }) => url) : []
}

/** What the HTML says in large type. */
function plateAsText({ day, amount }: LetterHead): string[] {
  if (amount) return [[formatCents(amount.cents), amount.when].filter(Boolean).join('\n')]
  if (!day) return []
  const date = formatFullDate(day.date)
  return [[day.isNow ? `${day.isNow}: ${date}` : date, ...(day.lines ?? [])].filter(Boolean).join('\n')]
}

function asText(part: WrittenPart): string | [] {
  if (typeof part === 'string') return part
  // The button's address is there in words.
  if ('qr' in part) return []
  if ('ways' in part) return part.ways.map(wayAsText).join('\n')
  if ('url' in part) return wayAsText(part)
  if ('quote' in part) return [part.lead, ...part.quote.split('\n').map((line) => `> ${line}`.trim())].join('\n')
  if ('choices' in part) return part.choices.map(({ label, url }) => `${label}: ${url}`).join('\n')
  if ('heading' in part) return part.heading
  if ('note' in part) return part.note
  return part.facts
    .flatMap(([name, value, way]) => [
      `${name}: ${value.replaceAll('\n', '\n  ')}`,
      ...(way && !isText(way) ? [wayAsText(way)] : []),
    ])
    .join('\n')
}

/** Only a phone can follow it, and the number stands beside it. */
const isText = ({ url }: Outside) => url.startsWith('sms:')

const wayAsText = ({ label, url, note }: Outside) => [`${label}: ${url}`, note].filter(Boolean).join('\n')

/**
 * 'Hello Ana,', or 'Hello,' if the name doesn't look like one. Anyone can type a stranger's address, and our email to
 * that stranger must not carry their words or a link.
 */
export function greet(name: string | null): string {
  const plain = plainName(name)
  return plain ? `Hello ${plain},` : 'Hello,'
}

/** A person's name in an email to somebody else, who must not find a link in it; empty if there is none. */
export const nameInMail = (firstName: string | null, lastName: string | null) =>
  plainLine(fullName({ firstName, lastName }))

/** Who works here, at the start of a sentence in an email to one of them: to themselves `You`. */
export const staffInMail = (person: Staff & { email: string | null }, to: string): string =>
  person.email?.toLowerCase() === to.toLowerCase() ? 'You' : isNameless(person) ? 'An owner' : staffName(person)

/** The same within a sentence about them. */
export const ofStaffInMail = (person: Staff): string => (isNameless(person) ? 'an owner' : staffName(person))

type Staff = Parameters<typeof personName>[0]
const staffName = (person: Staff) => plainLine(personName(person))

/** What a guest or stranger typed, on one line and without working links. */
export const plainLine = (text: string) => unlinked(oneLine(text))

/** `d***@g***.com`: enough to know one's own address by, and no words of whoever typed it. */
export function maskedAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***${domain.slice(domain.lastIndexOf('.'))}`
}

const LONGEST_NAME = 40

/**
 * How somebody is greeted who typed one name: `Sam` of `Sam Reed`, and in full where it means several people or begins with a title:
 * `Priya Raman & family`, `Grandma Rose`.
 */
export function givenName(typed: string): string {
  const name = typed.trim()
  return isOfSeveral(name) || TITLED.test(name) ? name : (name.split(/\s/)[0] ?? '')
}

const TITLED = /^(?:aunt\p{L}*|uncle|grand(?:ma|pa|mother|father)\p{L}*|captain)\b|^\p{L}+\./iu

/** The name, if it looks like one; of a long one as many words as fit. A period is no part of a web address before a space. */
export function plainName(name: string | null): string | undefined {
  const plain = oneLine(name ?? '')
  if (!/^(?:[\p{L}\p{M}'’ &-]|\.(?= |$))+$/u.test(plain)) return undefined
  if (plain.length <= LONGEST_NAME) return plain
  const words = plain.slice(0, LONGEST_NAME + 1)
  return words.includes(' ') ? words.slice(0, words.lastIndexOf(' ')) : words.slice(0, LONGEST_NAME)
}

/** A value, or one with its way. */
type Known = string | number | null | { value: string; way: Inside | Outside | false }

type Facts = Partial<Record<FactName, Known>>

/** A list of facts, such as `Trip: Thursday, June 18, 2026`. Null values are left out. */
export const facts = (lines: Facts): LetterPart => ({ facts: toFacts(lines) })

export function toFacts(lines: Facts): Fact[] {
  return Object.entries(lines).flatMap(([name, known]): Fact[] => {
    if (known === null) return []
    if (typeof known !== 'object') return [[name, String(known)]]
    return [[name, known.value, known.way || undefined]]
  })
}

/** The next step, `Answer it: https://…` in plain text. A note about it stands right below. */
export const action = (label: string, address: Address, note?: string): Inside => ({
  label,
  address,
  ...(note && { note }),
})

/** The button to the page of a trip. */
export const viewTrip = (booking: { id: number; email: string | null }, { tripPage }: Pick<MailContext, 'tripPage'>) =>
  action('View your trip', tripPage(booking))

/** Opens a map or starts an email. */
export const actionOutside = (label: string, url: string): Outside => ({ label, url })

export const heading = (heading: string): LetterPart => ({ heading })

export const note = (note: string): LetterPart => ({ note })

/** A guest's number as the portal writes it, which calls at a tap and texts at another, if it takes texts. */
export function callOrText(phone: string): Known {
  if (phone === '') return null
  const url = phoneAddress('sms', phone)
  return { value: formatPhone(plainLine(phone)), way: url !== '' && { label: 'Send a text', url } }
}

/** Whoever answers an email about a guest writes to the guest; to the business if there is no address. */
export const answersGoTo = (email: string | null) => (email === null ? {} : { replyTo: email })
