import type { Address } from '@arcadia/contract/addresses'
import { fullName } from '@arcadia/contract/full-name'
import type { Cents } from '@arcadia/contract/money'
import { formatPhone, phoneAddress } from '@arcadia/contract/phone-numbers'
import { contactLine } from '@arcadia/contract/site/business-words'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { letterPage } from './letter-page.ts'
import { oneLine, unlinked } from './mail-delivery.rules.ts'
import type { Letterhead, MailContext, RenderedMail } from './mail-renderers.ts'
import type { PictureName } from './pictures.ts'

/** What stands above an email's text. Subject, headline and first sentence say three different things. */
export interface LetterHead {
  subject: string
  /** The heading in HTML, with the name behind it. */
  headline: string
  /** The guest it greets; left out in emails to people who work here and in personal messages. */
  name?: string | null | undefined
  picture?: PictureName
  /** The date in large type, with what is to be known at once about that day. */
  day?: { date: TripDate; isCalledOff?: true; lines?: readonly (string | undefined)[] }
  /** An amount in large type. */
  amount?: { cents: Cents; when?: string | undefined }
}

/** Leads out of the site: to a phone, a map or an email to us. */
interface Outside {
  label: string
  url: string
  note?: string
}

/** One of the equal answers to a question, in one row; where they stand, the email has no button. */
type Choice<Where> = { sign: string; label: string } & Where

/** A part of an email; a string is a paragraph. Of those that lead somewhere the first is the button, the others are quiet rows at its end. */
export type LetterPart =
  | string
  | { facts: [name: string, value: string][] }
  | { label: string; address: Address; note?: string }
  | { choices: readonly Choice<{ address: Address }>[] }
  | Outside
  | { heading: string }
  /** In small type: what only some readers need. */
  | { note: string }
  /** A square that a phone scans to go there; it leads where the button does. */
  | { qr: Address; says: string }
  /** What a guest or stranger wrote, without working links, under an introductory line. */
  | { lead: string; quote: string }

/** A part as it is sent: what leads somewhere has the whole URL. */
export type WrittenPart =
  | Exclude<LetterPart, { address: Address } | { choices: unknown }>
  | (Outside & { isButton: true })
  | { choices: readonly Choice<Outside>[] }

/** An email's subject with its body as plain text and as HTML. Parts that are `false` are left out. */
export function letter(
  letterhead: Letterhead,
  head: LetterHead,
  ...maybeParts: (LetterPart | false)[]
): Pick<RenderedMail, 'subject' | 'text' | 'html' | 'buttons' | 'picture' | 'qr'> {
  const { publicUrl, business } = letterhead
  const written = maybeParts
    .filter((part) => part !== false)
    .map((part): WrittenPart => {
      if (typeof part === 'string') return part
      if ('address' in part) {
        const { address, ...rest } = part
        return { ...rest, url: publicUrl + address }
      }
      if ('choices' in part)
        return { choices: part.choices.map(({ address, ...choice }) => ({ ...choice, url: publicUrl + address })) }
      return 'quote' in part ? { ...part, quote: unlinked(part.quote) } : part
    })
  const first = written.find((part) => typeof part === 'object' && 'url' in part)
  const isRow = (part: WrittenPart) => typeof part === 'object' && 'url' in part && part !== first
  const parts = [...written.filter((part) => !isRow(part)), ...written.filter(isRow)].map((part) =>
    part === first ? { ...first, isButton: true as const } : part,
  )
  const square = parts.find((part) => typeof part === 'object' && 'qr' in part)
  const greeting = head.name === undefined ? [] : greet(head.name)
  const sender = `${business.name}, Arcadia, Florida\n${contactLine(business)}`.trim()
  const name = plainName(head.name ?? null)
  return {
    subject: head.subject,
    text: `${[greeting, dayAsText(head), ...parts.map(asText), sender].flat().join('\n\n')}\n`,
    html: letterPage(letterhead, { ...head, headline: name ? `${head.headline}, ${name}` : head.headline, parts }),
    buttons: parts.flatMap((part) => (typeof part === 'object' && 'url' in part ? part.url : [])),
    ...(head.picture && { picture: head.picture }),
    ...(square && { qr: publicUrl + square.qr }),
  }
}

/** What the HTML says in large type, where the text below doesn't repeat it. */
function dayAsText({ day }: LetterHead): string[] {
  if (!day) return []
  const date = formatFullDate(day.date)
  return [[day.isCalledOff ? `Called off: ${date}` : date, ...(day.lines ?? [])].filter(Boolean).join('\n')]
}

function asText(part: WrittenPart): string | [] {
  if (typeof part === 'string') return part
  // The button's address is there in words.
  if ('qr' in part) return []
  if ('url' in part) {
    const way = part.url.startsWith('sms:') ? part.label : `${part.label}: ${part.url}`
    return [way, part.note].filter(Boolean).join('\n')
  }
  if ('quote' in part) return [part.lead, ...part.quote.split('\n').map((line) => `> ${line}`.trim())].join('\n')
  if ('choices' in part) return part.choices.map(({ label, url }) => `${label}: ${url}`).join('\n')
  if ('heading' in part) return part.heading
  if ('note' in part) return part.note
  return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
}

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

/** What a guest or stranger typed, on one line and without working links. */
export const plainLine = (text: string) => unlinked(oneLine(text))

const LONGEST_NAME = 40

/** The name, if it looks like one; of a long one as many words as fit. */
export function plainName(name: string | null): string | undefined {
  const plain = oneLine(name ?? '')
  if (!/^[\p{L}\p{M}'’ -]+$/u.test(plain)) return undefined
  if (plain.length <= LONGEST_NAME) return plain
  const words = plain.slice(0, LONGEST_NAME + 1)
  return words.includes(' ') ? words.slice(0, words.lastIndexOf(' ')) : words.slice(0, LONGEST_NAME)
}

/** A list of facts, such as `Date: Thursday, June 18, 2026`. Null values are left out, and a phone number is as in the portal. */
export const facts = (lines: Record<string, string | number | null>): LetterPart => ({ facts: toFacts(lines) })

export function toFacts(lines: Record<string, string | number | null>): [name: string, value: string][] {
  const known = Object.entries(lines).filter(([, value]) => value !== null)
  const written = (name: string, value: string) => (name === 'Phone' ? formatPhone(value) : value)
  return known.map(([name, value]) => [name, written(name, String(value))])
}

/** The next step, `Answer it: https://…` in plain text. A note about it stands right below. */
export const action = (label: string, address: Address, note?: string): LetterPart => ({
  label,
  address,
  ...(note && { note }),
})

/** The button to the page of a trip. */
export const viewTrip = (booking: { id: number; email: string | null }, { tripPage }: Pick<MailContext, 'tripPage'>) =>
  action('View your trip', tripPage(booking))

/** Opens a map or starts an email. */
export const actionOutside = (label: string, url: string): LetterPart => ({ label, url })

export const heading = (heading: string): LetterPart => ({ heading })

export const note = (note: string): LetterPart => ({ note })

/** Texts a guest, if the number takes texts; the number among the facts calls. */
export function textTo(phone: string): LetterPart | false {
  const address = phoneAddress('sms', phone)
  return address !== '' && { label: `Text ${formatPhone(phone)}`, url: address }
}

/** Whoever answers an email about a guest writes to the guest; to the business if there is no address. */
export const answersGoTo = (email: string | null) => (email === null ? {} : { replyTo: email })
