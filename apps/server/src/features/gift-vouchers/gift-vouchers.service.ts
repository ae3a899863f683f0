import type { GiftVoucher, LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import type { Base } from '../../base.ts'
import { DAY_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues } from '../audit-log/audit-log.writes.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'
import { sendsThrough } from './gift-vouchers.rules.ts'
import { blankVouchers, findLinkedVoucher, listVouchersToSend, markSent, vouchersAt } from './gift-vouchers.store.ts'
import { type Sealing, toGiftVoucher } from './to-gift-voucher.ts'

export type GiftVouchers = ReturnType<typeof createGiftVouchers>

export function createGiftVouchers(deps: Pick<Base, 'db' | 'clock'> & Sealing) {
  const { db, clock } = deps
  return {
    /** Those that a customer bought, latest first. */
    async listOf(userId: number): Promise<GiftVoucher[]> {
      const rows = await vouchersAt(db, clock.now()).where('a.user_id', '=', userId).orderBy('v.id', 'desc').execute()
      return rows.map((row) => toGiftVoucher(deps, row))
    },

    /** What anyone with a pay link sees, and who sold it. */
    async findLinked(token: string): Promise<(LinkedVoucher & { id: number; sellerId: number }) | undefined> {
      const row = await findLinkedVoucher(db, clock.now(), token)
      if (!row) return undefined
      const voucher = toGiftVoucher(deps, row)
      return { ...voucher, status: row.attempt_id === null ? null : voucher.status, sellerId: row.made_by! }
    },

    /** Emails vouchers to recipients: immediately, or at 9 AM on the chosen date. */
    async send(): Promise<void> {
      for (const { id, recipient_email: to } of await listVouchersToSend(db, sendsThrough(clock.now())))
        await inTransaction(db, clock, async (tx, now) => {
          if (await markSent(tx, now, id))
            await enqueueMail(tx, now, { kind: 'gift-voucher', to, params: { voucherId: id } })
        })
    },

    /** 24 months after the last payment for or with a voucher (docs/rules.md §4.10). */
    blank: (): Promise<void> =>
      inTransaction(db, clock, async (tx, now) => {
        const blanked = await blankVouchers(tx, now, new Date(now.getTime() - EVIDENCE_DAYS * DAY_MS))
        if (blanked.length > 0) await blankValues(tx, now, 'gift-voucher', blanked)
      }),
  }
}
