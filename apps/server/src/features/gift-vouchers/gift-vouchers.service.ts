import type { Input } from '@arcadia/contract/endpoint'
import { GIFT_CANCELED, type GiftVoucher, type LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import type { sendGift } from '@arcadia/contract/gifts'
import type { Base } from '../../base.ts'
import { DAY_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { limitFor } from '../../http/limits.rules.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues } from '../audit-log/audit-log.writes.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'
import { isLinkGood, sendsThrough } from './gift-vouchers.rules.ts'
import {
  blankVouchers,
  findLinkedVoucher,
  findSetAside,
  listBoughtBy,
  listTripsPaid,
  listVouchersToSend,
  markSent,
  updateVoucher,
  type VoucherRow,
} from './gift-vouchers.store.ts'
import { readLocked } from './gift-vouchers.writes.ts'
import { type Sealing, toGiftVoucher } from './to-gift-voucher.ts'

/** How long the names on an order that nobody paid are kept. */
const ORDER_KEPT_DAYS = 30

/** Each gift's emails to another address, once it was sent. */
const resentOf = limitFor('gift-resent', 3, DAY_MS)

/** What anyone with its link sees, and who pays: the seller, the account that ordered it, or an address. */
type Linked = LinkedVoucher & { id: number; payerId: number | null; orderedFor: string | null }

const isPaidFor = ({ issued_at, blanked_at }: VoucherRow) => issued_at !== null && blanked_at === null

export type GiftVouchers = ReturnType<typeof createGiftVouchers>

export function createGiftVouchers(deps: Pick<Base, 'db' | 'clock' | 'limits'> & Sealing) {
  const { db, clock } = deps

  /** @throws AppError `voucher-void` of one that was paid for and canceled since, `balance-link-invalid` */
  async function getLinked(token: string): Promise<Linked> {
    const row = await findLinkedVoucher(db, clock.now(), token)
    if (row && isLinkGood(row, clock.now())) return toLinked(row)
    if (row && isPaidFor(row)) throw new AppError('voucher-void', { message: `${GIFT_CANCELED}.` })
    throw new AppError('balance-link-invalid')
  }

  /** The same for its receipts, which stay readable once it is canceled. */
  async function findPaidFor(token: string): Promise<Linked | undefined> {
    const row = await findLinkedVoucher(db, clock.now(), token)
    return row && (isPaidFor(row) || isLinkGood(row, clock.now())) ? toLinked(row) : undefined
  }

  async function toLinked(row: VoucherRow): Promise<Linked> {
    const voucher = toGiftVoucher(deps, row)
    return {
      ...voucher,
      status: row.attempt_id === null ? null : voucher.status,
      isSetAside: (await findSetAside(db, clock.now(), row.id)) !== null,
      uses: await listTripsPaid(db, row.id),
      payerId: row.made_by ?? row.bought_by,
      orderedFor: row.made_by === null ? row.buyer_email : null,
    }
  }

  return {
    findPaidFor,
    getLinked,

    /** Those that a customer bought, latest first. */
    async listOf(userId: number): Promise<GiftVoucher[]> {
      return (await listBoughtBy(db, clock.now(), userId)).map((row) => toGiftVoucher(deps, row))
    },

    /** Emails vouchers to recipients: immediately, or at 9 AM on the chosen date. */
    async send(): Promise<void> {
      const through = sendsThrough(clock.now())
      for (const { id } of await listVouchersToSend(db, through))
        await inTransaction(db, clock, async (tx, now) => {
          const to = await markSent(tx, now, id, through)
          if (to) await enqueueMail(tx, now, { kind: 'gift-voucher', to, params: { voucherId: id } })
        })
    },

    /**
     * Says where it is emailed, and when, until it is; after that, to which other address it goes at once.
     * @throws AppError `balance-link-invalid`, `voucher-void`, `voucher-not-good`, `gift-sent`, `too-many-requests`
     */
    async sendTo({ token, recipientEmail, sendOn }: Input<typeof sendGift>['body']): Promise<LinkedVoucher> {
      const linked = await getLinked(token)
      const { id } = linked
      const isOther = recipientEmail !== null && recipientEmail.toLowerCase() !== linked.recipientEmail?.toLowerCase()
      if (linked.sentAt && isOther) await deps.limits.spend(resentOf(id))
      await inTransaction(db, clock, async (tx, now) => {
        const voucher = await readLocked(tx, now, { id }, true)
        if (voucher.voided_at || voucher.blanked_at) throw new AppError('balance-link-invalid')
        if (!voucher.issued_at) throw new AppError('voucher-not-good', { message: "It isn't paid for yet." })
        if ((await listTripsPaid(tx, id)).length > 0)
          throw new AppError('voucher-not-good', { message: 'It was used already.' })
        // Sent since it was read: that, too, is no change of where it goes.
        if (voucher.sent_at && !(linked.sentAt && isOther)) throw new AppError('gift-sent')
        const goesAtOnce = voucher.sent_at !== null || recipientEmail === null
        await updateVoucher(tx, id, {
          recipient_email: recipientEmail,
          send_on: goesAtOnce ? null : sendOn,
          sent_at: null,
        })
      })
      return getLinked(token)
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
