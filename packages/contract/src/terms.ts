import type { BookingData } from './booking-data.ts'

/** What the terms say of money that isn't given back, on the site and to a bank; `moving` opens the rules of rescheduling, whose limit follows the settings. */
export interface CancellationTerms {
  deposits: string
  never: readonly string[]
  moving: string
}

const FIRST: CancellationTerms = {
  deposits: 'Deposits are not refundable. There are no refunds for:',
  never: ['unused services', 'early or unforeseen departures', 'guest cancellation'],
  moving: 'Deposits may be used to reschedule.',
}

/** What is never refunded, as the words of a sentence. */
export const NO_REFUNDS_FOR = FIRST.never.join(', ').replace(/, (?=[^,]*$)/, ', or ')

type Version = NonNullable<BookingData['termsVersion']>

/** By version; what was published is never changed, because a guest accepted it (docs/rules.md §16.7). */
export const CANCELLATION_TERMS: Readonly<
  Record<Version, CancellationTerms> & Partial<Record<string, CancellationTerms>>
> = {
  '2026-11-27': FIRST,
  '2026-11-26': FIRST,
  '2026-11': FIRST,
}
