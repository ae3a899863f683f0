import { orderGiftVoucher, payLinkedVoucher } from '@arcadia/contract/gift-vouchers'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { networkAddress } from './builders.ts'
import type { TestApp } from './test-app.ts'

let ordered = 0

type Order = WireInput<typeof orderGiftVoucher>['body']

/** Orders a gift voucher with an email; `token` is that of somebody who is signed in. Answers its link. */
export async function orderGift(app: TestApp, more: Partial<Order> = {}, token?: string, ip = networkAddress()) {
  const buyerEmail = `sam.${++ordered}@example.com`
  const body = { amount: 500, senderName: 'Sam', recipientName: 'Robin', buyerEmail, ...more }
  return app.call(orderGiftVoucher, { body, ip, ...(token && { token }) })
}

/** Pays for one by its link. */
export async function payForGift(
  app: TestApp,
  link: { token: string },
  { card, key, ip = networkAddress() }: { card?: string; key?: string; ip?: string } = {},
) {
  const paymentToken = card ?? (await app.simulator.cardToken())
  return app.answer(payLinkedVoucher, {
    body: { token: link.token, paymentToken },
    ip,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}
