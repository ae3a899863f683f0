import { cancelBooking } from '@arcadia/contract/bookings'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { aBooking } from './managed-bookings.ts'
import { type Angler, anAngler, anOpenDate, api, expect } from './test.ts'

/** Offers the first angler a spot on an otherwise full day. */
export async function anOffer(...anglers: Angler[]) {
  const date = await anOpenDate(true)
  const other = await anAngler()
  const leaving = await aBooking(other, date, 1)
  await aBooking(other, date, 3)
  const body = { selectedDate: date, numberOfGuests: 1 }
  const entries = []
  for (const { token } of anglers) entries.push(await api.call(joinWaitlist, { token, body }))
  await api.call(cancelBooking, { token: other.token, params: { id: leaving.id } })
  await expect.poll(() => isOffered(anglers[0]!)).toBe(true)
  return { date, entry: entries[0]! }
}

export async function isOffered({ token }: Angler) {
  return Boolean((await api.call(listMyWaitlist, { token }))[0]?.offer)
}
