import { letterPage } from './letter-page.ts'
import { oneLine } from './mail-delivery.rules.ts'
import type { Letterhead, RenderedMail } from './mail-renderers.ts'

/** What a letter consists of; a string is a paragraph, and `false` is left out. */
export type LetterPart =
  | string
  | { facts: [name: string, value: string][] }
  | { label: string; url: string }
  /** What the reader wrote, under a line that says so. */
  | { lead: string; quote: string }

/** An email's subject with its body twice: as plain text, and as a page that says the same. */
export function letter(
  letterhead: Letterhead,
  subject: string,
  greeting: string,
  ...maybeParts: (LetterPart | false)[]
): Pick<RenderedMail, 'subject' | 'text' | 'html' | 'buttons'> {
  const parts = maybeParts.filter((part) => part !== false)
  const { name, phone, email } = letterhead.business
  const sender = `${name}, Arcadia, Florida\n${phone} · ${email}`
  return {
    subject,
    text: `${[greeting, ...parts.map(asText), sender].join('\n\n')}\n`,
    html: letterPage(letterhead, { subject, greeting, parts }),
    buttons: parts.flatMap((part) => (typeof part === 'object' && 'url' in part ? part.url : [])),
  }
}

function asText(part: LetterPart): string {
  if (typeof part === 'string') return part
  if ('url' in part) return `${part.label}: ${part.url}`
  if ('quote' in part) return [part.lead, ...part.quote.split('\n').map((line) => `> ${line}`.trim())].join('\n')
  return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/**
 * 'Hello Ana,', or 'Hello,' when what stands for the name is not one. Whoever typed it may not own the address: a
 * stranger's mail must not carry their words or a link.
 */
export function greet(name: string | null): string {
  const plain = oneLine(name ?? '')
  return /^[\p{L}\p{M}'’ -]{1,40}$/u.test(plain) ? `Hello ${plain},` : 'Hello,'
}

/** Facts under each other: `Date: Thursday, June 18, 2026`. What is null is left out. */
export function facts(lines: Record<string, string | number | null>): LetterPart {
  const known = Object.entries(lines).filter(([, value]) => value !== null)
  return { facts: known.map(([name, value]) => [name, String(value)]) }
}

/** The one thing to do next: a button, and in plain text `Answer it: https://…`. */
export const action = (label: string, url: string): LetterPart => ({ label, url })
