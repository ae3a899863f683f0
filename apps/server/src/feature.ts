import type { TripDate } from '@arcadia/contract/trip-date'
import type { RawBuilder } from 'kysely'
import type { Db } from './database/transaction.ts'
import type { Served } from './http/bind-endpoint.ts'
import type { Sweep } from './jobs/sweeps.ts'
import type { LetterPart } from './mail/letter.ts'
import type { Emails, MailContext } from './mail/mail-renderers.ts'
import type { MailContent } from './mail/outbox.ts'

/** What the doctor looked at, and how much of it. */
export interface Finding {
  about: string
  /** What is wrong, in sentences; empty when all is well. */
  problems: string[]
}

/** What is emailed on the way to a trip: once for the date that it is about. */
export interface Reminder {
  /** As it is kept. */
  kind: string
  /** Of the trips that are reminded of now. */
  first: TripDate
  last: TripDate
  /** The date it is about is so many days before the trip; 0 unless given. */
  daysBefore?: number
  /** Who booked in the last days knows. */
  quietDays: number
  /** Of a booking `b`: there is something to be reminded of. */
  isNeeded?: RawBuilder<boolean>
  mail(bookingId: number, about: TripDate): MailContent
}

/** All that a feature adds to the server. Making one starts nothing; `features.ts` lists them and `app.ts` joins them. */
export interface Feature<Api = unknown> {
  /** Its folder. */
  name: string
  /** What higher floors may use. */
  api: Api
  endpoints?: readonly Served[]
  emails?: Emails
  /** What it adds to the confirmation of a booking and to the reminder of its trip. */
  addToBookingMail?(bookingId: number, context: MailContext): Promise<readonly LetterPart[]>
  /** Whom it reminds now of what, on the way to a trip. */
  reminders?(now: Date): Promise<readonly Reminder[]>
  sweeps?: readonly Sweep[]
  /** For `npm run doctor`; they change nothing. */
  checks?: readonly (() => Promise<Finding>)[]
  /** Waits for what it has under way with the outside. */
  idle?(): Promise<void>
  /** Removes what it keeps of a person about bookings whose account was closed long ago. */
  blank?(tx: Db, now: Date, bookingIds: readonly number[]): Promise<void>
}
