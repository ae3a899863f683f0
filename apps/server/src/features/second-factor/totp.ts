import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a 30-second step (RFC 6238 with its defaults: SHA-1, six digits; truncated as in RFC 4226 §5.3). */
export function totp(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / STEP_MS)

/** The step a code belongs to, allowing one step of clock drift either way; undefined if none matches. */
export function findStep(secret: Buffer, code: string, now: Date): number | undefined {
  const steps = [1, 0, -1].map((offset) => stepAt(now) + offset)
  return steps.find((step) => timingSafeEqual(Buffer.from(totp(secret, step)), Buffer.from(code)))
}

/** Base32 (RFC 4648), as typed into authenticator apps; expects a multiple of five bytes, which needs no padding. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits
    .match(/.{5}/g)!
    .map((group) => BASE32[Number.parseInt(group, 2)])
    .join('')
}
