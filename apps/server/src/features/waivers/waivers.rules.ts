import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TripDate } from '@arcadia/contract/trip-date'
import { nameKey } from '@arcadia/contract/waivers'
import { digestValues } from '../audit-log/audit-log.rules.ts'

/** So many more than the group has may sign: somebody's place was taken, or a name was mistyped. */
export const SPARE = 4

const MAC_BYTES = 18

interface Linked {
  id: number
  email: string | null
}

/**
 * Of the one link of a booking. It is derived, so that every email and page shows the same one and the database holds
 * nothing with which to sign. It ends with the address it was emailed to.
 */
export function tokenOf(key: Buffer, { id, email }: Linked): string {
  const mac = createHmac('sha256', key).update(`waiver link of booking ${id} for ${email}`).digest()
  return `${id}-${mac.subarray(0, MAC_BYTES).toString('base64url')}`
}

/** The booking a link names; `isTokenOf` says whether we made it. */
export const bookingOf = (token: string): number | undefined => Number(/^([1-9]\d{0,8})-/.exec(token)?.[1]) || undefined

export function isTokenOf(key: Buffer, token: string, booking: Linked): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(key, booking))]
  return given.length === right.length && timingSafeEqual(given, right)
}

interface Signed {
  booking_id: number
  version: number
  signed_at: Date
  name: string | null
  born_on: TripDate | null
  guardian: string | null
  is_drawn: boolean
  mark: string | null
  address: string | null
  salt: Buffer | null
}

/** What the audit log's chain proves of a signature, and of the text it stands under. */
export function digestOf(signed: Signed & { salt: Buffer }, text: string): string {
  const { booking_id, version, signed_at, name, born_on, guardian, is_drawn, mark, address } = signed
  const said = [booking_id, version, signed_at.toISOString(), name, born_on, guardian, is_drawn, mark, address]
  return digestValues(signed.salt, text, JSON.stringify(said)).toString('hex')
}

export const isSamePerson = (one: Pick<Signed, 'name' | 'born_on'>, other: { name: string; bornOn: TripDate }) =>
  one.name !== null && nameKey(one.name) === nameKey(other.name) && one.born_on === other.bornOn

/** Whether it counts: the owner has not marked it as somebody else's. */
export const isOfGroup = ({ left_out_at }: { left_out_at: Date | null }) => left_out_at === null
