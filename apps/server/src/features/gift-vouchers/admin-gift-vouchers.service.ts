import type {
  AdminGiftVoucher,
  listGiftVouchers,
  NewVoucher as MadeVoucher,
  makeGiftVoucher,
} from '@arcadia/contract/admin/gift-vouchers'
import type { Input } from '@arcadia/contract/endpoint'
import { plainCode, spelled } from '@arcadia/contract/gift-vouchers'
import type { Page } from '@arcadia/contract/lists'
import { formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { violatedUnique } from '../../database/database-errors.ts'
import type { Window } from '../../database/read-page.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseOther } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { digestOfCode, newCode, statusOf } from './gift-vouchers.rules.ts'
import {
  insertVoucher,
  listUses,
  searchVouchers,
  updateVoucher,
  type VoucherRow,
  vouchersAt,
} from './gift-vouchers.store.ts'
import { newRow, readLocked, refuseOtherPrice, refuseWhilePaying } from './gift-vouchers.writes.ts'
import { CODE_IS_LOST, codeOf, type Sealing, toWire } from './to-gift-voucher.ts'

type Deps = Pick<Base, 'db' | 'clock'> & Sealing

type NewVoucher = Input<typeof makeGiftVoucher>['body']

/** Who a voucher is sold to, and what writes that down. Unless it is paid already, it waits for a card. */
export interface Sale {
  isPaid: boolean
  buyerEmail: string | null
  buyerPhone: string | null
  record(tx: Db, now: Date, voucherId: number): Promise<void>
}

export type AdminGiftVouchers = ReturnType<typeof createAdminGiftVouchers>

/** What staff do with gift vouchers. */
export function createAdminGiftVouchers(deps: Deps) {
  const { db, clock } = deps
  return {
    /** `q` may be a whole code. */
    search: ({ page, size, ...filter }: Input<typeof listGiftVouchers>['query']) =>
      search(deps, { ...filter, digest: digestOfCode(plainCode(filter.q ?? '')) }, { page, size }),

    /** The change log says who looked. @throws AppError `voucher-not-found`, `voucher-not-good` before it is paid for */
    showCode: (adminId: number, id: number): Promise<{ code: string }> =>
      inTransaction(db, clock, async (tx, now) => {
        const voucher = await readLocked(tx, now, { id }, true)
        if (!voucher.issued_at) throw new AppError('voucher-not-good', { message: "It isn't paid for yet." })
        const code = codeOf(deps, voucher)
        if (code === null) throw new AppError('voucher-not-good', { message: CODE_IS_LOST })
        await recordChange(tx, adminId, 'gift-voucher.code-shown', id, null, null)
        return { code }
      }),

    /** One that the house gives, or one that is sold. The caller gets its code. @throws AppError `key-reused` */
    async make(admin: SignedIn, voucher: NewVoucher, key: string | undefined, sale?: Sale): Promise<MadeVoucher> {
      const { amount, recipientName } = voucher
      const isWaiting = sale?.isPaid === false
      const { id, code } = await inTransaction(db, clock, (tx, now) =>
        insertMade(tx, now, deps, { admin, voucher, key, sale }),
      ).catch(async (error: unknown) => {
        if (!key || violatedUnique(error) !== 'gift_vouchers_key') throw error
        const earlier = await vouchersAt(db, clock.now())
          .where('v.made_by', '=', admin.id)
          .where('v.idempotency_key', '=', key)
          .executeTakeFirstOrThrow()
        refuseOther(earlier, { cents: amount, recipient_name: recipientName, is_sold: sale !== undefined })
        return { id: earlier.id, code: codeOf(deps, earlier) }
      })
      return { ...(await getForAdmin(deps, id)), code: isWaiting ? null : code, link: null }
    },

    /** Sets or removes the expiry date of a voucher an owner made. @throws AppError `voucher-not-found`, `voucher-not-good`, `voucher-void` */
    setExpiry: (adminId: number, id: number, expiresOn: TripDate | null): Promise<AdminGiftVoucher> =>
      changeVoucher(deps, adminId, id, 'expiry-set', async (tx, _now, { is_sold, expires_on: before }) => {
        if (is_sold && expiresOn)
          throw new AppError('voucher-not-good', { message: "A purchased voucher doesn't expire." })
        if (before === expiresOn) return undefined
        await updateVoucher(tx, id, { expires_on: expiresOn })
        return { before: { expiresOn: before }, after: { expiresOn } }
      }),

    /** Ends the voucher without a refund. @throws AppError `voucher-not-found`, `voucher-void` */
    void: (adminId: number, id: number, reason: string): Promise<AdminGiftVoucher> =>
      changeVoucher(deps, adminId, id, 'voided', async (tx, now, { left }) => {
        await updateVoucher(tx, id, { voided_at: now })
        return { before: { left: formatCents(left) }, after: { reason } }
      }),

    /** @throws AppError `voucher-not-found`, `voucher-void`, `voucher-not-good` if nobody has to pay for it with a link */
    async linkToPay(adminId: number, id: number, make: (tx: Db, now: Date, email: string | null) => Promise<void>) {
      await changeVoucher(deps, adminId, id, 'pay-link-made', async (tx, now, { issued_at, buyer_email }) => {
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
      changeVoucher(deps, adminId, id, action, async (tx, now, { left, cents }) => {
        if (left !== cents) throw new AppError('voucher-used')
        await follow(tx, now)
        await updateVoucher(tx, id, { voided_at: now })
        return { before: { amount: formatCents(cents) }, after: { reason } }
      }),
  }
}

async function search(
  deps: Deps,
  filter: Parameters<typeof searchVouchers>[2],
  window: Window,
): Promise<Page<AdminGiftVoucher>> {
  const { db, clock } = deps
  const now = clock.now()
  return searchVouchers(db, now, filter, window, async (rows) => {
    const ids = rows.map(({ id }) => id)
    const uses = await listUses(db, ids)
    return rows.map((row) => ({
      ...toWire(row),
      lastFour: codeOf(deps, row)?.slice(-4) ?? '????',
      isSold: row.is_sold,
      sale: saleOf(row),
      charge: row.charge,
      buyerEmail: row.buyer_email,
      buyerPhone: row.buyer_phone,
      status: statusOf(row, now),
      by: {
        id: row.by_id,
        name: row.by_email ?? row.by_name ?? 'Removed',
        isAdmin: row.made_by !== null,
      },
      uses: uses.filter(({ voucherId }) => voucherId === row.id),
    }))
  })
}

/** How the portal sold it; of one that replaces a paid one, nothing. */
function saleOf({ sale, made_by, attempt_id, issued_at }: VoucherRow): AdminGiftVoucher['sale'] {
  const isByLink = made_by !== null && (attempt_id !== null || issued_at === null)
  return isByLink ? { method: 'LINK', note: null, isUndone: false } : sale
}

/** @throws AppError `voucher-not-found` */
async function getForAdmin(deps: Deps, id: number): Promise<AdminGiftVoucher> {
  const { content } = await search(deps, { id }, { page: 0, size: 1 })
  if (!content[0]) throw new AppError('voucher-not-found')
  return content[0]
}

/** Changes a voucher that is not void, and records it in the audit log. @throws AppError `voucher-not-found`, `voucher-void`, `payment-in-progress` */
async function changeVoucher(
  deps: Deps,
  adminId: number,
  id: number,
  action: 'expiry-set' | 'voided' | 'sale-removed' | 'refunded' | 'pay-link-made',
  change: (tx: Db, now: Date, voucher: VoucherRow) => Promise<{ before: object; after: object } | undefined>,
): Promise<AdminGiftVoucher> {
  await inTransaction(deps.db, deps.clock, async (tx, now) => {
    const voucher = await readLocked(tx, now, { id }, true)
    if (voucher.voided_at) throw new AppError('voucher-void')
    refuseWhilePaying(voucher)
    const changed = await change(tx, now, voucher)
    if (changed) await recordChange(tx, adminId, `gift-voucher.${action}`, id, changed.before, changed.after)
  })
  return getForAdmin(deps, id)
}

/** Returns its id and code. */
async function insertMade(
  tx: Db,
  now: Date,
  deps: Sealing,
  { admin, voucher, key, sale }: { admin: SignedIn; voucher: NewVoucher; key: string | undefined; sale?: Sale },
): Promise<{ id: number; code: string }> {
  const { amount, recipientName, expiresOn } = voucher
  await refuseOtherPrice(tx, voucher)
  const code = newCode()
  const id = await insertVoucher(tx, {
    ...newRow(now, deps, voucher, code),
    attempt_id: null,
    made_by: admin.id,
    is_sold: sale !== undefined,
    buyer_email: sale?.buyerEmail ?? null,
    buyer_phone: sale?.buyerPhone ?? null,
    idempotency_key: key ?? null,
    expires_on: expiresOn,
    issued_at: sale?.isPaid === false ? null : now,
  })
  if (sale) await sale.record(tx, now, id)
  else {
    const after = { amount: formatCents(amount), recipientName, expiresOn }
    await recordChange(tx, admin.id, 'gift-voucher.made', id, null, after)
  }
  return { id, code: spelled(code) }
}
