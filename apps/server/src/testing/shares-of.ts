import { payLinkedBalance } from '@arcadia/contract/balance-links'
import { getBooking } from '@arcadia/contract/bookings'
import { type Share, type ShareAsked, splitBooking } from '@arcadia/contract/shares'
import { getTrip } from '@arcadia/contract/trips'
import { expect } from 'vitest'
import type { aBooking } from './a-booking.ts'
import { networkAddress } from './builders.ts'
import type { TestApp } from './test-app.ts'

type Asked = Partial<Omit<ShareAsked, 'name'>> & { name: string }
type Booked = Awaited<ReturnType<typeof aBooking>>

export const ana = { name: 'Ana' }
export const sam = { name: 'Sam', email: 'sam@friends.example' }

export const tokenOf = ({ url }: { url: string }) => url.split('#')[1]!

/** What a test of shares does with the booking of that moment: splits it, and pays by the link of a share. */
export function sharesOf(app: () => TestApp, booking: () => Booked) {
  const params = () => ({ id: booking().bookingId })
  const read = () => app().call(getBooking, { token: booking().token, params: params() })
  const splitOf = async () => (await app().call(getTrip, { token: booking().token, params: params() })).own!.split

  async function split(shares: Asked[], { owed, seen }: { owed?: number; seen?: number[] } = {}) {
    const now = await splitOf()
    return app().answer(splitBooking, {
      token: booking().token,
      params: params(),
      body: {
        shares,
        owed: owed ?? (await read()).pendingAmount,
        seen: seen ?? now.shares.filter(({ state }) => state === 'OPEN').map(({ id }) => id),
      },
    })
  }

  return {
    read,
    splitOf,
    split,

    async aSplit(...shares: Asked[]): Promise<[Share, Share, ...Share[]]> {
      const { status, body } = await split(shares)
      expect([status, body]).toMatchObject([200, { rest: 0 }])
      return (await splitOf()).shares as [Share, Share, ...Share[]]
    },

    pay: async (share: { url: string; asks: number }, amount = share.asks, owed = share.asks, key?: string) =>
      app().answer(payLinkedBalance, {
        body: { token: tokenOf(share), amount, owed, currency: 'USD', paymentToken: await app().simulator.cardToken() },
        ip: networkAddress(),
        ...(key && { headers: { 'idempotency-key': key } }),
      }),
  }
}
