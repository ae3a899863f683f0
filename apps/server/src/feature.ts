import type { Address } from '@arcadia/contract/addresses'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { RawBuilder } from 'kysely'
import type { Db } from './database/transaction.ts'
import type { Served } from './http/bind-endpoint.ts'
import type { Measure } from './http/metrics.ts'
import type { Sweep } from './jobs/sweeps.ts'
import type { Fact } from './mail/letter.ts'
import type { Emails, MailContext } from './mail/mail-renderers.ts'
import type { MailContent } from './mail/outbox.ts'

/** What a check saw. */
export interface Finding {
  about: string
  /** In the doctor's words; empty if all is well. */
  problems: string[]
}

/** One thing that can be wrong with the house. Whoever asks what is wrong reads these (docs/rules.md §9.9). */
export interface Check {
  /** Known by this in `/metrics` and on the portal's bar. */
  name: string
  /** Changes nothing. */
  look(): Promise<Finding>
  /** What whoever installed the site does about it, where the problems don't say it. */
  remedy?: string
  /** The list before opening has it: guests book nothing with real cards before it is right. `look` is then asked often, so it has to be quick. */
  stopsOpening?: true
  /** Staff are told on every tab while there are problems. `look` is then asked often, so it has to be quick. */
  alarm?: {
    /** In place of the first problem. */
    sentence?: string
    /** Who can do something about it in the portal, and where; null if right on the bar. Without it, only whoever installed the site can. */
    remedy?: { for: 'owner' | 'office'; label: string; to: Address | null }
    /** The owner has a notice of its own about it, so the alarm isn't pushed. */
    hasOwnNotice?: true
  }
}

/** An email sent in the days around a trip, once per date it is about. */
export interface Reminder {
  /** As stored. */
  kind: string
  /** What became of the trips it is about; default those that are on. */
  outcome?: 'ON' | 'TOOK_PLACE'
  /** Covers trips from `first` to `last`. */
  first: TripDate
  last: TripDate
  /** How many days before the trip the date it is about falls; default 0. */
  daysBefore?: number
  /** Skips bookings made in the last so many days. */
  quietDays: number
  /** SQL on booking `b`: true if a reminder is due. */
  isNeeded?: RawBuilder<boolean>
  mail(trip: { bookingId: number; tripDate: TripDate }, about: TripDate): MailContent
}

/** Everything a feature adds to the server. Creating one starts nothing; `features.ts` lists them, `app.ts` wires them. */
export interface Feature<Api = unknown> {
  /** The folder's name. */
  name: string
  /** For features in higher layers. */
  api: Api
  endpoints?: readonly Served[]
  emails?: Emails
  /** Adds facts to what stands under "Before your trip" in the booking confirmation and the trip reminder. */
  addToBookingMail?(bookingId: number, context: MailContext): Promise<readonly Fact[]>
  /** The emails around trips that it sends now. */
  reminders?(now: Date): Promise<readonly Reminder[]>
  sweeps?: readonly Sweep[]
  checks?: readonly Check[]
  measures?: readonly Measure[]
  /** Waits for its calls to outside services that are still in flight. */
  idle?(): Promise<void>
  /** Ends what it stored encrypted, because the key is lost. */
  forgetSealed?(tx: Db, now: Date): Promise<void>
  /** Erases personal data of bookings whose account was closed long ago. */
  blank?(tx: Db, now: Date, bookingIds: readonly number[]): Promise<void>
}
