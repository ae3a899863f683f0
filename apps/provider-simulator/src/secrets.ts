import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** State keeps only digests of what opens something, so that a copy of the folder opens nothing. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

const idLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Opaque ids in the provider's look: a prefix and eleven capitals or digits. */
export function newId(prefix: string): string {
  return prefix + Array.from(randomBytes(11), (byte) => idLetters[byte % idLetters.length]).join('')
}

export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)))
}
