import type {
  AdminGiftVoucher,
  listGiftVouchers,
  NewVoucher as MadeVoucher,
  makeGiftVoucher,
} from '@arcadia/contract/admin/gift-vouchers'
import type { Input } from '@arcadia/contract/endpoint'
import { type GiftVoucher, type LinkedVoucher, plainCode, spelled } from '@arcadia/contract/gift-vouchers'
import type { Page } from '@arcadia/contract/lists'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type Clock, DAY_MS } from '../../clock.ts'
import { violatedUnique } from '../../database/database-errors.ts'
import type { Window } from '../../database/read-page.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseOther } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues, recordChange } from '../audit-log/audit-log.writes.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'
import { digestOfCode, newCode, sendsThrough, statusOf } from './gift-vouchers.rules.ts'
import {
  blankVouchers,
  findLinkedVoucher,
  getEmailOfBooking,
  insertVoucher,
  listUses,
  listVouchersToSend,
  lockVoucher,
  markSent,
  searchVouchers,
  updateVoucher,
  type VoucherRow,
  vouchersAt,
} from './gift-vouchers.store.ts'
import { giveBack, type Renewal, restOf } from './voucher-refunds.service.ts'

type NewVoucher = Input<typeof makeGiftVoucher>['body']

/** Who a voucher is sold to, and what writes that down. Unless it is paid already, it waits for a card. */
export interface Sale {
  isPaid: boolean
  buyerEmail: string | null
  buyerPhone: string | null
  record(tx: Db, now: Date, voucherId: number): Promise<void>
}

export function createGiftVouchers(deps: { db: Db; clock: Clock; encryption: Encryption }) {
  const { db, clock } = deps

  const codeOf = ({ code_encrypted }: VoucherRow) => deps.encryption.decrypt(code_encrypted)

  function toWire(row: VoucherRow) {
    return {
      id: row.id,
      worth: row.cents,
      left: row.left,
      senderName: row.sender_name,
      recipientName: row.recipient_name,
      recipientEmail: row.recipient_email,
      words: row.words,
      sendOn: row.send_on,
      sentAt: row.sent_at,
      expiresOn: row.expires_on,
      createdAt: row.created_at,
    }
  }

  function toGiftVoucher(row: VoucherRow): GiftVoucher {
    const { outcome, outcome_message: message } = row
    if (outcome === 'CAPTURED') return { ...toWire(row), status: outcome, code: spelled(codeOf(row)), message }
    const status = outcome === null ? 'PROCESSING' : outcome === 'DECLINED' ? outcome : 'FAILED'
    return { ...toWire(row), status, code: null, message }
  }

  async function search(filter: Parameters<typeof searchVouchers>[2], window: Window): Promise<Page<AdminGiftVoucher>> {
    const now = clock.now()
    return searchVouchers(db, now, filter, window, async (rows) => {
      const ids = rows.map(({ id }) => id)
      const uses = await listUses(db, ids)
      return rows.map((row) => ({
        ...toWire(row),
        lastFour: codeOf(row).slice(-4),
        isSold: row.is_sold,
        sale: saleOf(row),
        buyerEmail: row.buyer_email,
        buyerPhone: row.buyer_phone,
        status: statusOf(row, now),
        by: {
          id: row.user_id,
          name: row.made_by ? row.username : (row.email ?? row.username),
          isAdmin: row.made_by !== null,
        },
        uses: uses.filter(({ voucherId }) => voucherId === row.id),
      }))
    })
  }

  /** @throws AppError `voucher-not-found` */
  async function getForAdmin(id: number): Promise<AdminGiftVoucher> {
    const { content } = await search({ id }, { page: 0, size: 1 })
    if (!content[0]) throw new AppError('voucher-not-found')
    return content[0]
  }

  /** Changes a voucher that is not void, and records it in the audit log. @throws AppError `voucher-not-found`, `voucher-void`, `payment-in-progress` */
  async function changeVoucher(
    adminId: number,
    id: number,
    action: 'expiry-set' | 'voided' | 'sale-removed' | 'refunded' | 'pay-link-made',
    change: (tx: Db, now: Date, voucher: VoucherRow) => Promise<{ before: object; after: object } | undefined>,
  ): Promise<AdminGiftVoucher> {
    await inTransaction(db, clock, async (tx, now) => {
      const voucher = await readLocked(tx, now, { id }, true)
      if (voucher.voided_at) throw new AppError('voucher-void')
      refuseWhilePaying(voucher)
      const changed = await change(tx, now, voucher)
      if (changed) await recordChange(tx, adminId, `gift-voucher.${action}`, id, changed.before, changed.after)
    })
    return getForAdmin(id)
  }

  /** The columns shared by bought vouchers and those made in the portal. */
  function newRow(
    now: Date,
    { amount, senderName, recipientName, recipientEmail, words, sendOn }: Omit<NewVoucher, 'expiresOn'>,
    code = newCode(),
  ) {
    return {
      code_digest: digestOfCode(code),
      code_encrypted: deps.encryption.encrypt(code),
      cents: amount,
      sender_name: senderName,
      recipient_name: recipientName,
      recipient_email: recipientEmail,
      words,
      send_on: sendOn,
      created_at: now,
    }
  }

  /**
   * Lets what a refund gives back be used again: an expired voucher gets a new last day, a void one is replaced by one with a
   * new code, which is as sold or given as it was. One that was paid for never expires. The guest is emailed.
   */
  async function renew(
    tx: Db,
    now: Date,
    { voucherId, bookingId, worth, adminId, lastDay }: Renewal & { voucherId: number; bookingId: number; worth: Cents },
  ): Promise<void> {
    const { voided_at, is_sold, sender_name, recipient_name, expires_on } = await readLocked(tx, now, {
      id: voucherId,
    })
    const expiresOn = is_sold ? null : lastDay
    let renewed = voucherId
    if (voided_at) {
      const gift = {
        senderName: sender_name,
        recipientName: recipient_name,
        recipientEmail: null,
        words: null,
        sendOn: null,
      }
      const own = { attempt_id: null, made_by: adminId, is_sold, expires_on: expiresOn, issued_at: now }
      renewed = await insertVoucher(tx, { ...newRow(now, { ...gift, amount: worth }), ...own })
      const after = { amount: formatCents(worth), recipientName: recipient_name, expiresOn, insteadOf: voucherId }
      await recordChange(tx, adminId, 'gift-voucher.replaced', renewed, null, after)
    } else {
      await updateVoucher(tx, voucherId, { expires_on: expiresOn })
      await recordChange(tx, adminId, 'gift-voucher.expiry-set', voucherId, { expiresOn: expires_on }, { expiresOn })
    }
    const to = await getEmailOfBooking(tx, bookingId)
    const params = { voucherId: renewed, bookingId }
    await enqueueMail(tx, now, { kind: 'gift-voucher-renewed', to, params })
  }

  return {
    toGiftVoucher,

    /** Writes a voucher that is paid for with this attempt. It is good once that is captured. */
    insertBought: (tx: Db, now: Date, voucher: Omit<NewVoucher, 'expiresOn'>, attemptId: number): Promise<number> =>
      insertVoucher(tx, { ...newRow(now, voucher), attempt_id: attemptId, is_sold: true }),

    getBought: (db: Db, attemptId: number): Promise<VoucherRow> =>
      vouchersAt(db, clock.now()).where('v.attempt_id', '=', attemptId).executeTakeFirstOrThrow(),

    issue: (tx: Db, now: Date, id: number): Promise<void> => updateVoucher(tx, id, { issued_at: now }),

    async listOf(userId: number): Promise<GiftVoucher[]> {
      const rows = await vouchersAt(db, clock.now()).where('a.user_id', '=', userId).orderBy('v.id', 'desc').execute()
      return rows.map(toGiftVoucher)
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

    /** `q` may be a whole code. */
    search: ({ page, size, ...filter }: Input<typeof listGiftVouchers>['query']) =>
      search({ ...filter, digest: digestOfCode(plainCode(filter.q ?? '')) }, { page, size }),

    /** The change log says who looked. @throws AppError `voucher-not-found`, `voucher-not-good` before it is paid for */
    showCode: (adminId: number, id: number): Promise<{ code: string }> =>
      inTransaction(db, clock, async (tx, now) => {
        const voucher = await readLocked(tx, now, { id }, true)
        if (!voucher.issued_at) throw new AppError('voucher-not-good', { message: "It isn't paid for yet." })
        await recordChange(tx, adminId, 'gift-voucher.code-shown', id, null, null)
        return { code: spelled(codeOf(voucher)) }
      }),

    /** One that the house gives, or one that is sold. The caller gets its code. @throws AppError `key-reused` */
    async make(admin: SignedIn, voucher: NewVoucher, key: string | undefined, sale?: Sale): Promise<MadeVoucher> {
      const { amount, recipientName, expiresOn } = voucher
      const isWaiting = sale?.isPaid === false
      const { id, code } = await inTransaction(db, clock, async (tx, now) => {
        const code = newCode()
        const made = await insertVoucher(tx, {
          ...newRow(now, voucher, code),
          attempt_id: null,
          made_by: admin.id,
          is_sold: sale !== undefined,
          buyer_email: sale?.buyerEmail ?? null,
          buyer_phone: sale?.buyerPhone ?? null,
          idempotency_key: key ?? null,
          expires_on: expiresOn,
          issued_at: isWaiting ? null : now,
        })
        if (sale) await sale.record(tx, now, made)
        else {
          const after = { amount: formatCents(amount), recipientName, expiresOn }
          await recordChange(tx, admin.id, 'gift-voucher.made', made, null, after)
        }
        return { id: made, code: spelled(code) }
      }).catch(async (error: unknown) => {
        if (!key || violatedUnique(error) !== 'gift_vouchers_key') throw error
        const earlier = await vouchersAt(db, clock.now())
          .where('v.made_by', '=', admin.id)
          .where('v.idempotency_key', '=', key)
          .executeTakeFirstOrThrow()
        refuseOther(earlier, { cents: amount, recipient_name: recipientName, is_sold: sale !== undefined })
        return { id: earlier.id, code: spelled(codeOf(earlier)) }
      })
      return { ...(await getForAdmin(id)), code: isWaiting ? null : code, link: null }
    },

    /** Locks a voucher that the portal sold, so that two don't pay for it. */
    lockSold: (tx: Db, id: number) => lockVoucher(tx, { id }, true),

    /**
     * What a pay link sells, with its lock held.
     * @throws AppError `balance-link-invalid`, `voucher-not-good` once it is paid for, `payment-in-progress`
     */
    async getToPay(tx: Db, now: Date, id: number): Promise<VoucherRow> {
      const voucher = await vouchersAt(tx, now).where('v.id', '=', id).executeTakeFirst()
      if (!voucher || voucher.voided_at || voucher.blanked_at) throw new AppError('balance-link-invalid')
      if (voucher.issued_at)
        throw new AppError('voucher-not-good', { message: 'This gift voucher is paid for already.' })
      refuseWhilePaying(voucher)
      return voucher
    },

    /** What anyone with a pay link sees, and who sold it. */
    async findLinked(token: string): Promise<(LinkedVoucher & { id: number; sellerId: number }) | undefined> {
      const row = await findLinkedVoucher(db, clock.now(), token)
      if (!row) return undefined
      const voucher = toGiftVoucher(row)
      return { ...voucher, status: row.attempt_id === null ? null : voucher.status, sellerId: row.made_by! }
    },

    /** The try that counts from now on. */
    payByAttempt: (tx: Db, id: number, attemptId: number): Promise<void> =>
      updateVoucher(tx, id, { attempt_id: attemptId }),

    /** Sets or removes the expiry date of a voucher an owner made. @throws AppError `voucher-not-found`, `voucher-not-good`, `voucher-void` */
    setExpiry: (adminId: number, id: number, expiresOn: TripDate | null): Promise<AdminGiftVoucher> =>
      changeVoucher(adminId, id, 'expiry-set', async (tx, _now, { is_sold, expires_on: before }) => {
        if (is_sold && expiresOn)
          throw new AppError('voucher-not-good', { message: "A purchased voucher doesn't expire." })
        if (before === expiresOn) return undefined
        await updateVoucher(tx, id, { expires_on: expiresOn })
        return { before: { expiresOn: before }, after: { expiresOn } }
      }),

    restOf,

    /** Gives vouchers back what they paid for a booking; those that have ended only with a renewal. */
    giveBack: (tx: Db, now: Date, bookingId: number, cents: Cents, renewal?: Renewal): Promise<void> =>
      giveBack(tx, now, bookingId, cents, renewal && ((ended) => renew(tx, now, { ...ended, ...renewal, bookingId }))),

    /** Ends the voucher without a refund. @throws AppError `voucher-not-found`, `voucher-void` */
    void: (adminId: number, id: number, reason: string): Promise<AdminGiftVoucher> =>
      changeVoucher(adminId, id, 'voided', async (tx, now, { left }) => {
        await updateVoucher(tx, id, { voided_at: now })
        return { before: { left: formatCents(left) }, after: { reason } }
      }),

    /** @throws AppError `voucher-not-found`, `voucher-void`, `voucher-not-good` if nobody has to pay for it with a link */
    async linkToPay(adminId: number, id: number, make: (tx: Db, now: Date, email: string | null) => Promise<void>) {
      await changeVoucher(adminId, id, 'pay-link-made', async (tx, now, { issued_at, buyer_email }) => {
        if (issued_at) throw new AppError('voucher-not-good', { message: 'Nobody has to pay for this gift voucher.' })
        await make(tx, now, buyer_email)
        return { before: {}, after: {} }
      })
    },

    /** Ends a voucher that was never used, with what else follows. @throws AppError `voucher-not-found`, `voucher-void`, `voucher-used` */
    endUnused: (
      adminId: number,
      id: number,
      action: 'sale-removed' | 'refunded',
      reason: string,
      follow: (tx: Db, now: Date) => Promise<void>,
    ): Promise<AdminGiftVoucher> =>
      changeVoucher(adminId, id, action, async (tx, now, { left, cents }) => {
        if (left !== cents) throw new AppError('voucher-used')
        await follow(tx, now)
        await updateVoucher(tx, id, { voided_at: now })
        return { before: { amount: formatCents(cents) }, after: { reason } }
      }),
  }
}

/** A card may be taking its price. @throws AppError `payment-in-progress` */
function refuseWhilePaying({ issued_at, attempt_id, outcome }: VoucherRow): void {
  if (!issued_at && attempt_id !== null && outcome === null) throw new AppError('payment-in-progress')
}

/** How the portal sold it; of one that replaces a paid one, nothing. */
function saleOf({ sale, made_by, attempt_id, issued_at }: VoucherRow): AdminGiftVoucher['sale'] {
  const isByLink = made_by !== null && (attempt_id !== null || issued_at === null)
  return isByLink ? { method: 'LINK', note: null, isUndone: false } : sale
}

/** Locks an issued voucher, or one that waits to be paid for too, and reads it. @throws AppError `voucher-not-found` */
export async function readLocked(
  tx: Db,
  now: Date,
  which: { digest: Buffer } | { id: number },
  isUnpaidToo = false,
): Promise<VoucherRow> {
  const id = await lockVoucher(tx, which, isUnpaidToo)
  if (id === undefined) throw new AppError('voucher-not-found')
  // Read after getting the lock, because another payment may have used the voucher.
  return vouchersAt(tx, now).where('v.id', '=', id).executeTakeFirstOrThrow()
}

export type GiftVouchers = ReturnType<typeof createGiftVouchers>
