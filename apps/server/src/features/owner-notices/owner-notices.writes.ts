import type { Notice } from '@arcadia/contract/admin/owner-notices'
import { venueDate, venueTime } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import type { MailKind } from '../../mail/mail-kinds.ts'
import { enqueueMail, type MailContent } from '../../mail/outbox.ts'
import { listOwnerAddresses } from '../../mail/owner-addresses.ts'
import { enqueuePush } from '../push-notices/push-notices.writes.ts'
import { afterQuiet } from './owner-notices.rules.ts'
import { getNotices, markDigest } from './owner-notices.store.ts'

/** The setting that turns each email to the owner off. */
const NOTICE_OF = {
  'booking-made-notice': 'newBooking',
  'angler-added-notice': 'newBooking',
  'booking-moved-notice': 'dateMoved',
  'balance-paid-notice': 'balancePaid',
  'tip-paid-notice': 'tip',
  'booking-cancelled-notice': 'cancelled',
  'deposit-missed-notice': 'cancelled',
  'query-received': 'question',
  'refund-requested': 'question',
  'refund-withdrawn': 'question',
  'enquiry-received': 'enquiry',
  'payment-refundable': 'paymentTrouble',
  'payment-needs-review': 'paymentTrouble',
  'refund-refused': 'paymentTrouble',
  'voucher-not-refunded': 'paymentTrouble',
  'refund-needs-review': 'paymentTrouble',
  'books-differ': 'paymentTrouble',
  'charges-lost': 'paymentTrouble',
  'connection-lost': 'paymentTrouble',
  'connection-ends-soon': 'paymentTrouble',
  // Turned off by leaving its time empty.
  'owner-digest': undefined,
} as const satisfies Partial<Record<MailKind, Notice | undefined>>

/** An email to the owner, without the recipient. */
export type OwnerMail = Extract<MailContent, { kind: keyof typeof NOTICE_OF }>

/**
 * Notifies the owner by the owner's settings (docs/rules.md §17): not if the notice is off, and only after quiet hours. Goes to
 * subscribed devices, and by email to the configured addresses, else `ownerEmail`, else every active owner.
 */
export async function tellOwner(tx: Db, now: Date, ownerEmail: string | undefined, content: OwnerMail): Promise<void> {
  const notices = await getNotices(tx)
  const notice: Notice | undefined = NOTICE_OF[content.kind]
  if (notice && !notices[notice]) return
  const at = afterQuiet(now, notices)
  await enqueuePush(tx, now, content, at)
  for (const to of await addressesOf(tx, notices.addresses, ownerEmail))
    await enqueueMail(tx, now, { ...content, to }, at)
}

/** Notifies the owner's devices, after quiet hours. */
export async function pushToOwner(tx: Db, now: Date, content: MailContent): Promise<void> {
  await enqueuePush(tx, now, content, afterQuiet(now, await getNotices(tx)))
}

/** Claims the day whose digest is due now; only one process gets each day. */
export async function takeDigestDay(tx: Db, now: Date): Promise<string | undefined> {
  const { digestAt } = await getNotices(tx)
  if (digestAt === null || venueTime(now) < digestAt) return undefined
  const today = venueDate(now)
  return (await markDigest(tx, today)) ? today : undefined
}

/** The addresses that emails to the owner go to. */
export async function addressesOf(
  db: Db,
  addresses: readonly string[],
  ownerEmail: string | undefined,
): Promise<readonly string[]> {
  if (addresses.length > 0) return addresses
  if (ownerEmail) return [ownerEmail]
  return listOwnerAddresses(db)
}
