import type { BookedData } from '@arcadia/contract/booking-data'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { SignedIn } from '../../http/sessions.ts'

export interface Deposit {
  kind: 'DEPOSIT'
  holdId: string
  bookingId: number | null
}

export interface Balance {
  kind: 'BALANCE'
  bookingId: number
  /** Of the share it pays, if it pays one. */
  shareId: number | null
}

/** An angler joins the booking; it grows with the capture. */
export interface Angler {
  kind: 'ANGLER'
  holdId: string
  bookingId: number
}

/** The voucher's row points at the attempt. */
export interface Voucher {
  kind: 'GIFT_VOUCHER'
}

/** The row in `tips` points at the attempt. */
export interface Tip {
  kind: 'TIP'
}

/** What a payment is for. */
export type Purpose = Deposit | Balance | Angler | Voucher | Tip

/** `asking`: the first call is in progress. `unknown`: its answer is slow, lost or inconclusive. */
export type AttemptState =
  | { is: 'asking' }
  | { is: 'unknown'; problem: string | null; inReview: boolean }
  | { is: 'captured'; cardBrand: string | null; last4: string | null; message: string | null }
  | { is: 'declined' | 'voided'; message: string | null }
  | { is: 'not-charged'; code: string | null; message: string | null }

type Columns =
  | 'id'
  | 'user_id'
  | 'request_id'
  | 'void_request_id'
  | 'environment'
  | 'realm_id'
  | 'amount_cents'
  | 'booking_data'
  | 'card_token_encrypted'
  | 'card_token_digest'
  | 'idempotency_key'
  | 'started_at'
  | 'tries'

/** One try to take money. */
export interface Attempt<P extends Purpose = Purpose> extends Pick<Selectable<Tables['payment_attempts']>, Columns> {
  purpose: P
  state: AttemptState
}

/** An account; with a payment link, nobody needs to be signed in to it. */
export type Payer = Pick<SignedIn, 'id' | 'role'>

/** One click on Pay, for any kind of payment. */
export interface Press {
  /** Who pays; nobody's account for a gift voucher that was ordered with an email alone, and for a tip. */
  user: Payer | (Pick<SignedIn, 'role'> & { id: null })
  /** Of the payment link, if there is one, of the address that ordered a gift voucher, or of the trip that is tipped: what declines count for. */
  linkHash?: Buffer
  /** The idempotency key. */
  key: string | undefined
  network: string
  /** Where the request came from, for the bot check. */
  address: string
  /** The realms the client named. A wrong one is refused; none selects a connection. */
  realmIds: (string | null | undefined)[]
  isMobile: boolean
}

/** A charge to request from the provider. */
export interface NewAttempt<P extends Purpose> {
  purpose: P
  amountCents: number
  bookingData: BookedData
  cardToken: string
  hasBotToken: boolean
  /** When the hold ends that is being paid, and the declines counted with it. */
  holdUntil?: Date
}

/** The attempt that a click made or repeats, or the answer if nothing is due. */
export type Begun<P extends Purpose, A> = { isNew: boolean } & ({ attempt: Attempt<P> } | { answer: () => Promise<A> })

/** Everything that differs between kinds of payment. */
export interface PaymentKind<P extends Purpose = Purpose, B extends Press = never, A = unknown> {
  kind: P['kind']
  /** The description in the provider's record of the charge. */
  describe(attempt: Attempt<P>): string
  /** The result for a repeated request. @throws AppError if the same key comes with different content */
  findEarlier(press: B): Promise<Begun<P, A> | undefined>
  /** Takes the locks, checks again for an earlier request, validates and writes, in one transaction. */
  begin(press: B, write: (tx: Db, now: Date, attempt: NewAttempt<P>) => Promise<Begun<P, A>>): Promise<Begun<P, A>>
  answer(attempt: Attempt<P>): Promise<A>
  /** Runs in the outcome's transaction. `too-late`: the booking is gone, so the money must be refunded. */
  onCaptured(tx: Db, now: Date, attempt: Attempt<P>): Promise<'too-late' | undefined>
  onNotPaid(tx: Db, now: Date, attempt: Attempt<P>, message: string): Promise<void>
  /** Runs when the provider's answer is slow. */
  onSlow?(tx: Db, now: Date, attempt: Attempt<P>): Promise<void>
  /** True if the customer can follow the attempt, so no request needs to wait for the outcome. */
  canFollow?(attempt: Attempt<P>): boolean
  /** True if it was canceled while its outcome is unknown: it is voided, never retried. */
  isUnwanted?(attempt: Attempt<P>): Promise<boolean>
}

export type KindOf = (attempt: Attempt) => PaymentKind
