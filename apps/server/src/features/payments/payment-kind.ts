import type { BookedData } from '@arcadia/contract/bookings'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { SignedIn } from '../../http/sessions.ts'

/** Kinds of payment that other features declare here, as tables are, and register at `payments.api`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface OtherKinds {}

export interface Deposit {
  kind: 'DEPOSIT'
  holdId: string
  bookingId: number | null
}

export interface Balance {
  kind: 'BALANCE'
  bookingId: number
}

/** What the money is for. Another kind points from a table of its own at its attempt. */
export type Purpose = Deposit | Balance | { kind: keyof OtherKinds }

/** `asking`: the first call is under way. `unknown`: its answer takes long, was lost or settled nothing. */
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

/** One press of Pay, whatever it is for. */
export interface Press {
  /** Whose payment it is; with a link that pays, nobody has to be signed in. */
  user: Pick<SignedIn, 'id' | 'role'>
  /** The same key is the same press. */
  key: string | undefined
  network: string
  /** As the client named them: a wrong one is refused, none selects anything. */
  realmIds: (string | null | undefined)[]
  isMobile: boolean
}

/** What is to be asked of the provider. */
export interface NewAttempt<P extends Purpose> {
  purpose: P
  amountCents: number
  bookingData: BookedData
  cardToken: string
  hasBotToken: boolean
}

/** The attempt that a press made or is answered with, or the answer where nothing is due. */
export type Begun<P extends Purpose, A> = { isNew: boolean } & ({ attempt: Attempt<P> } | { answer: () => Promise<A> })

/** What differs between payments of one kind and another's: all of it in one file. */
export interface PaymentKind<P extends Purpose = Purpose, B extends Press = never, A = unknown> {
  kind: P['kind']
  /** As the provider's record of the charge calls it. */
  describe(attempt: Attempt<P>): string
  /** What a repeat is answered with. @throws AppError where the same key brings other content */
  findEarlier(press: B): Promise<Begun<P, A> | undefined>
  /** Checks under the locks of what is paid for, looks for an earlier press once more, and writes in that transaction. */
  begin(press: B, write: (tx: Db, now: Date, attempt: NewAttempt<P>) => Promise<Begun<P, A>>): Promise<Begun<P, A>>
  answer(attempt: Attempt<P>): Promise<A>
  /** In the transaction of the outcome. `too-late`: what it was for is no more, and the money is to go back. */
  onCaptured(tx: Db, now: Date, attempt: Attempt<P>): Promise<'too-late' | undefined>
  onNotPaid(tx: Db, now: Date, attempt: Attempt<P>, message: string): Promise<void>
  /** The answer takes long. */
  onSlow?(tx: Db, now: Date, attempt: Attempt<P>): Promise<void>
  /** Nobody has to wait for the outcome: the customer can follow it. */
  canFollow?(attempt: Attempt<P>): boolean
  /** It was called off while its outcome is unknown: it is undone, never asked for again. */
  isUnwanted?(attempt: Attempt<P>): Promise<boolean>
}
