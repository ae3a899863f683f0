import type { Position } from '@arcadia/contract/accounts'
import { type RawBuilder, sql } from 'kysely'
import type { MailKind } from './mail-kinds.ts'

/** Who reads an email in the portal (docs/rules.md §22.8). */
type Reader =
  /** To guests, about what the office does for them. */
  | 'office'
  /** About an account: a guest's the office reads, that of someone who works here an owner alone. */
  | 'account'
  /** To the owner, to staff, or about the business and its money at the provider. */
  | 'owner'

const READER_OF = {
  'account-closed': 'account',
  'account-made': 'account',
  alarm: 'owner',
  'angler-added-notice': 'owner',
  'balance-paid-notice': 'owner',
  'balance-reminder': 'office',
  'booking-cancelled': 'office',
  'booking-cancelled-notice': 'owner',
  'booking-confirmed': 'office',
  'booking-corrected': 'office',
  'booking-email-changed': 'office',
  'booking-made-notice': 'owner',
  'booking-moved-notice': 'owner',
  'booking-rescheduled': 'office',
  'books-differ': 'owner',
  'change-of-rule': 'owner',
  'charges-lost': 'owner',
  'confirm-email': 'account',
  'connection-ends-soon': 'owner',
  'connection-lost': 'owner',
  'day-move-asked': 'office',
  'day-move-withdrawn': 'office',
  'deposit-awaited': 'office',
  'deposit-missed-notice': 'owner',
  'email-change-asked': 'account',
  'enquiry-acknowledged': 'office',
  'enquiry-received': 'owner',
  'gift-used': 'office',
  'gift-voucher': 'office',
  'gift-voucher-bought': 'office',
  'gift-voucher-not-paid': 'office',
  'gift-voucher-redeemed': 'office',
  'gift-voucher-renewed': 'office',
  invitation: 'owner',
  'manual-payment': 'office',
  'manual-payment-taken-back': 'office',
  message: 'office',
  newcomer: 'account',
  'owner-digest': 'owner',
  'passkey-added': 'owner',
  'passkey-removed': 'owner',
  'password-changed': 'account',
  'pay-link': 'office',
  'payment-needs-review': 'owner',
  'payment-outcome': 'office',
  'payment-receipt': 'office',
  'payment-refundable': 'owner',
  'position-changed': 'owner',
  'query-asked': 'office',
  'query-received': 'owner',
  'refund-asked': 'office',
  'refund-declined': 'office',
  'refund-delayed': 'office',
  'refund-made': 'office',
  'refund-needs-review': 'owner',
  'refund-refused': 'owner',
  'refund-requested': 'owner',
  'refund-withdrawn': 'owner',
  reply: 'office',
  'reset-password': 'account',
  'review-asked': 'office',
  'second-factor-on': 'owner',
  'sign-in-link': 'account',
  'share-asked': 'office',
  'site-restored': 'owner',
  'test-email': 'owner',
  'tip-outcome': 'office',
  'tip-paid-notice': 'owner',
  'tip-refunded': 'office',
  'trip-link': 'office',
  'trip-reminder': 'office',
  'voucher-not-refunded': 'owner',
  'waitlist-offer': 'office',
  'waiver-signed': 'office',
  'waiver-reminder': 'office',
} as const satisfies Record<MailKind, Reader>

const kindsOf = (reader: Reader) => Object.entries(READER_OF).flatMap(([kind, one]) => (one === reader ? [kind] : []))

/** SQL on email `m`: it was written to a guest. */
export const isToGuest = sql<boolean>`m.kind <> all(${kindsOf('owner')}::text[])`

/** SQL on email `m`: whether someone in this position may read it, find it in a list and send it again. */
export function mayRead(position: Position | null): RawBuilder<boolean> {
  if (position === 'OWNER') return sql<boolean>`true`
  if (position !== 'OFFICE') return sql<boolean>`false`
  return sql<boolean>`(m.kind = any(${kindsOf('office')}::text[]) or (m.kind = any(${kindsOf('account')}::text[])
    and not exists (select from users p where p.role = 'ADMIN'
      and (lower(p.email) = lower(m.to_email) or p.id = (m.params ->> 'userId')::integer))))`
}
