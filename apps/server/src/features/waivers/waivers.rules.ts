import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EmailedLink } from '@arcadia/contract/addresses'
import type { TripDate } from '@arcadia/contract/trip-date'
import { nameKey } from '@arcadia/contract/waivers'
import { networkOf } from '../../http/rate-limits.ts'
import { digestValues } from '../audit-log/audit-log.rules.ts'

/**
 * More signatures than people that a booking takes from one network, for substitutes and mistyped names, and in all. Whoever
 * invents signers from one network shuts nobody out who signs from another.
 */
export const SPARE = 4
export const SPARE_IN_ALL = 40

const MAC_BYTES = 18
const ID_MAC_BYTES = 9

interface Linked {
  id: number
  email: string | null
}

/**
 * A booking's waiver link. It is derived, so every email and page shows the same one and the database holds no secret. It
 * becomes invalid when the booking's email changes.
 */
export const linkOf = (key: Buffer, booking: Linked): EmailedLink => ({
  id: signed(key, 'waiver link id', booking, ID_MAC_BYTES),
  token: tokenOf(key, booking),
})

const tokenOf = (key: Buffer, booking: Linked): string => signed(key, 'waiver link', booking, MAC_BYTES)

function signed(key: Buffer, what: string, { id, email }: Linked, bytes: number): string {
  const mac = createHmac('sha256', key).update(`${what} of booking ${id} for ${email}`).digest()
  return `${id}-${mac.subarray(0, bytes).toString('base64url')}`
}

/** The booking id in a token or public id; check it with `isTokenOf` or `isIdOf`. */
export const bookingOf = (token: string): number | undefined => Number(/^([1-9]\d{0,8})-/.exec(token)?.[1]) || undefined

export const isTokenOf = (key: Buffer, token: string, booking: Linked) => isSame(token, tokenOf(key, booking))
export const isIdOf = (key: Buffer, id: string, booking: Linked) => isSame(id, linkOf(key, booking).id)

function isSame(one: string, other: string): boolean {
  const [given, right] = [Buffer.from(one), Buffer.from(other)]
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

/** The digest of a signature and its waiver text, stored in the audit log's chain. */
export function digestOf(signed: Signed & { salt: Buffer }, text: string): string {
  const { booking_id, version, signed_at, name, born_on, guardian, is_drawn, mark, address } = signed
  const values = [booking_id, version, signed_at.toISOString(), name, born_on, guardian, is_drawn, mark, address]
  return digestValues(signed.salt, text, JSON.stringify(values)).toString('hex')
}

export const isSamePerson = (one: Pick<Signed, 'name' | 'born_on'>, other: { name: string; bornOn: TripDate }) =>
  one.name !== null && nameKey(one.name) === nameKey(other.name) && one.born_on === other.bornOn

/** @param counted the group's signatures so far */
export function isFull(counted: readonly Pick<Signed, 'address'>[], wanted: number, from: string): boolean {
  const network = networkOf(from)
  const nearby = counted.filter(({ address }) => address !== null && networkOf(address) === network)
  return nearby.length >= wanted + SPARE || counted.length >= wanted + SPARE_IN_ALL
}

/** Whether a signature counts: nobody has marked it as not of the group. */
export const isOfGroup = ({ left_out_at }: { left_out_at: Date | null }) => left_out_at === null
