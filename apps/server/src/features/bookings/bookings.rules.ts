import { randomInt } from 'node:crypto'

/** `JB-` and 8 random digits (decisions §7). */
export function newConfirmationNumber(): string {
  return `JB-${String(randomInt(100_000_000)).padStart(8, '0')}`
}
