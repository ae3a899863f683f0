import { listGiftVouchers, makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { getBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { listMyGiftVouchers, redeemOnHold } from '@arcadia/contract/gift-vouchers'
import { payForBooking } from '@arcadia/contract/payments'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { expect } from 'vitest'
import { dataChecks, examine } from '../checks/checks.ts'
import { orderGift, payForGift } from './a-gift.ts'
import { type Angler, aPayment, networkAddress } from './builders.ts'
import { checkBooks } from './check-books.ts'
import type { TestApp } from './test-app.ts'

/** What a test of gift vouchers does as the angler and the admin of that moment. */
export function vouchersOf(now: () => { app: TestApp; angler: Angler; admin: string; date: string }) {
  /** By the angler, who is signed in. */
  const order = (more: Parameters<typeof orderGift>[1] = {}) => {
    const { app, angler } = now()
    return orderGift(app, { buyerEmail: angler.email, ...more }, angler.token)
  }
  const byAngler = (id: number) => ({ token: now().angler.token, params: { id } })

  return {
    order,

    async buy(more: Parameters<typeof orderGift>[1] = {}, paying: Parameters<typeof payForGift>[2] = {}) {
      const { app, angler } = now()
      const { status, body } = await payForGift(app, await order(more), paying)
      const [mine] = await app.call(listMyGiftVouchers, { token: angler.token })
      return { status, body: { ...body, id: mine!.id } }
    },

    /** The code of a voucher the owner made. */
    async aVoucher(amount: number, more: Partial<WireInput<typeof makeGiftVoucher>['body']> = {}) {
      const { app, admin: token } = now()
      const body = { amount, senderName: 'The house', recipientName: 'Robin', ...more }
      const { id } = await app.call(makeGiftVoucher, { token, body })
      const { code } = await app.call(showVoucherCode, { token, params: { id } })
      return { code, id }
    },

    async leftOn(code: string) {
      const { app, admin: token } = now()
      return (await app.call(listGiftVouchers, { token, query: { q: code } })).content[0]!.left
    },

    redeem: (holdId: string, code: string, token = now().angler.token) =>
      now().app.answer(redeemOnHold, {
        token,
        params: { id: holdId },
        body: { code, packageType: 'TROPHY' },
        ip: networkAddress(),
      }),

    async pay(holdId: string, amount: number, cardToken?: string) {
      const { app, angler, date } = now()
      return app.answer(payForBooking, {
        token: angler.token,
        body: aPayment(holdId, cardToken ?? (await app.simulator.cardToken()), { date, guests: 2, amount }),
        ip: networkAddress(),
      })
    },

    booking: (id: number) => now().app.call(getBooking, byAngler(id)),
    history: async (id: number) =>
      (await now().app.call(listBookingEvents, byAngler(id))).map(({ description }) => description),
  }
}

/** After all tests, the books balance to the cent and no voucher is overspent. */
export async function expectVouchersWhole(app: TestApp, admin: string): Promise<void> {
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  expect(findings.filter(({ about }) => about.startsWith('gift vouchers')).flatMap(({ problems }) => problems)).toEqual(
    [],
  )
}
