import type { GiftVoucher, LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import type { Base } from '../../base.ts'
import { DAY_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues } from '../audit-log/audit-log.writes.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'
import { isLinkGood, sendsThrough } from './gift-vouchers.rules.ts'
import { blankVouchers, findLinkedVoucher, listBoughtBy, listVouchersToSend, markSent } from './gift-vouchers.store.ts'
import { type Sealing, toGiftVoucher } from './to-gift-voucher.ts'

/** How long the names on an order that nobody paid are kept. */
const ORDER_KEPT_DAYS = 30

export type GiftVouchers = ReturnType<typeof createGiftVouchers>

export function createGiftVouchers(deps: Pick<Base, 'db' | 'clock'> & Sealing) {
  const { db, clock } = deps
  return {
    /** Those that a customer bought, latest first. */
    async listOf(userId: number): Promise<GiftVoucher[]> {
      return (await listBoughtBy(db, clock.now(), userId)).map((row) => toGiftVoucher(deps, row))
    },

    /** What anyone with its link sees, and who pays: the seller, the account that ordered it, or an address. */
    async findLinked(
      token: string,
    ): Promise<(LinkedVoucher & { id: number; payerId: number | null; orderedFor: string | null }) | undefined> {
      const row = await findLinkedVoucher(db, clock.now(), token)
      if (!row || !isLinkGood(row, clock.now())) return undefined
      const voucher = toGiftVoucher(deps, row)
      return {
        ...voucher,
        status: row.attempt_id === null ? null : voucher.status,
        payerId: row.made_by ?? row.bought_by,
        orderedFor: row.made_by === null ? row.buyer_email : null,
      }
    },

    /** Emails vouchers to recipients: immediately, or at 9 AM on the chosen date. */
    async send(): Promise<void> {
      for (const { id, recipient_email: to } of await listVouchersToSend(db, sendsThrough(clock.now())))
        await inTransaction(db, clock, async (tx, now) => {
          if (await markSent(tx, now, id))
            await enqueueMail(tx, now, { kind: 'gift-voucher', to, params: { voucherId: id } })
        })
    },

    /** 24 months after the last payment for or with a voucher (docs/rules.md §4.10), and soon if it was only ordered. */
    blank: (): Promise<void> =>
      inTransaction(db, clock, async (tx, now) => {
        const before = new Date(now.getTime() - EVIDENCE_DAYS * DAY_MS)
        const orderedBefore = new Date(now.getTime() - ORDER_KEPT_DAYS * DAY_MS)
        const blanked = await blankVouchers(tx, now, { before, orderedBefore })
        if (blanked.length > 0) await blankValues(tx, now, 'gift-voucher', blanked)
      }),
  }
}
