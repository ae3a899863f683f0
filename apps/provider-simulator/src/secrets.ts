import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Secrets are stored only as digests, so a copy of the folder is useless to a thief. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

const idLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Ids in the provider's format: a prefix and eleven capitals or digits. */
export function newId(prefix: string): string {
  return prefix + Array.from(randomBytes(11), (byte) => idLetters[byte % idLetters.length]).join('')
}

export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)))
}
