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
