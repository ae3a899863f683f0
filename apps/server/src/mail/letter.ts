import { oneLine } from './mail-delivery.rules.ts'
import type { Letterhead } from './mail-renderers.ts'

/** The body of a plain-text mail: a greeting, paragraphs with an empty line between them, who it is from. */
export function letter({ business }: Letterhead, greeting: string, ...paragraphs: (string | false)[]): string {
  const sender = `${business.name}, Arcadia, Florida\n${business.phone} · ${business.email}`
  return `${[greeting, ...paragraphs.filter((paragraph) => paragraph !== false), sender].join('\n\n')}\n`
}

/**
 * 'Hello Ana,', or 'Hello,' when what stands for the name is not one. Whoever typed it may not own the address: a
 * stranger's mail must not carry their words or a link.
 */
export function greet(name: string | null): string {
  const plain = oneLine(name ?? '')
  return /^[\p{L}\p{M}'’ -]{1,40}$/u.test(plain) ? `Hello ${plain},` : 'Hello,'
}

/** Facts under each other: `Date: Thursday, June 18, 2026`. */
export function facts(lines: Record<string, string | number | null>): string {
  return Object.entries(lines)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

export const anglers = (count: number) => `${count} ${count === 1 ? 'angler' : 'anglers'}`
