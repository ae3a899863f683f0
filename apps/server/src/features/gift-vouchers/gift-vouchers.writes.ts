import type { makeGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { quote } from '@arcadia/contract/configuration'
import type { Input } from '@arcadia/contract/endpoint'
import type { NewGiftVoucher } from '@arcadia/contract/gift-vouchers'
import { formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { digestOfCode, isLinkGood, newCode } from './gift-vouchers.rules.ts'
import { insertVoucher, lockVoucher, updateVoucher, type VoucherRow, vouchersAt } from './gift-vouchers.store.ts'
import type { Sealing } from './to-gift-voucher.ts'

type NewVoucher = Omit<Input<typeof makeGiftVoucher>['body'], 'expiresOn'>

/** The columns that all new vouchers share. */
export function newRow(
  now: Date,
  { encryption }: Sealing,
  { amount, trip, senderName, recipientName, recipientEmail, words, sendOn }: NewVoucher,
  code = newCode(),
) {
  return {
    code_digest: digestOfCode(code),
    code_encrypted: encryption.encrypt(code),
    cents: amount,
    trip_package: trip?.packageType ?? null,
    trip_anglers: trip?.numberOfGuests ?? null,
    sender_name: senderName,
    recipient_name: recipientName,
    recipient_email: recipientEmail,
    words,
    send_on: sendOn,
    created_at: now,
  }
}

/** Writes a voucher that is ordered on the site, by an account or by nobody who is signed in. It is good once a card has paid. */
export async function insertOrdered(
  tx: Db,
  now: Date,
  deps: Sealing,
  { buyerEmail, picture, ...voucher }: NewGiftVoucher,
  boughtBy: number | null,
): Promise<number> {
  await refuseOtherPrice(tx, voucher)
  return insertVoucher(tx, {
    ...newRow(now, deps, voucher),
    ...(picture && { picture }),
    is_sold: true,
    bought_by: boughtBy,
    buyer_email: buyerEmail,
  })
}

export function getBought(db: Db, now: Date, attemptId: number): Promise<VoucherRow> {
  return vouchersAt(db, now).where('v.attempt_id', '=', attemptId).executeTakeFirstOrThrow()
}

/** From now on it is good. */
export async function issueVoucher(tx: Db, now: Date, id: number): Promise<void> {
  await updateVoucher(tx, id, { issued_at: now })
}

/** Locks a voucher that waits for a card, so that two don't pay for it. */
export async function lockUnpaid(tx: Db, id: number): Promise<void> {
  await lockVoucher(tx, { id }, true)
}

/**
 * What a link pays for, with its lock held.
 * @throws AppError `balance-link-invalid`, `voucher-not-good` once it is paid for, `payment-in-progress`
 */
export async function getToPay(tx: Db, now: Date, id: number): Promise<VoucherRow> {
  const voucher = await vouchersAt(tx, now).where('v.id', '=', id).executeTakeFirst()
  if (!voucher || !isLinkGood(voucher, now)) throw new AppError('balance-link-invalid')
  if (voucher.issued_at) throw new AppError('voucher-not-good', { message: 'This gift is paid for already.' })
  refuseWhilePaying(voucher)
  return voucher
}

/** The try that counts from now on. */
export async function payByAttempt(tx: Db, id: number, attemptId: number): Promise<void> {
  await updateVoucher(tx, id, { attempt_id: attemptId })
}

/** A card may be taking its price. @throws AppError `payment-in-progress` */
export function refuseWhilePaying({ issued_at, attempt_id, outcome }: VoucherRow): void {
  if (!issued_at && attempt_id !== null && outcome === null) throw new AppError('payment-in-progress')
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

/** A voucher for a trip costs today's price. @throws AppError `payment-differs` */
export async function refuseOtherPrice(tx: Db, { amount, trip }: Pick<NewVoucher, 'amount' | 'trip'>): Promise<void> {
  if (!trip) return
  const { total } = quote(await getConfig(tx), trip.packageType, trip.numberOfGuests)
  if (amount === total) return
  const message = `That trip costs ${formatCents(total)} today.`
  throw new AppError('payment-differs', { message, path: 'amount' })
}
