import type { Booking, BookingData } from '@arcadia/contract/bookings'
import type { CurrentHold } from '@arcadia/contract/holds'
import type { Cents } from '@arcadia/contract/money'
import { type ComponentType, createContext, Suspense, useContext } from 'react'

/** Credit that pays part of the deposit before the card does, as typed in step 2 of a booking. */
export interface Credit {
  typed: string
  /** Reserves it for the hold and returns how much of the deposit it covers. */
  applyTo: (hold: CurrentHold) => Promise<Cents>
}

/** What was typed pays for nothing, in words for its field. */
export class CreditRefused extends Error {}

/** Collects the code, or pays with it right away if the booking already exists. */
export type CreditFieldProps =
  | { credit: Credit | null; error: string | undefined; onChange: (credit: Credit) => void }
  | { booking: Booking }
  | { link: PayLink }

/** A payment link, for a booking whose customer isn't signed in. */
export interface PayLink {
  token: string
  owed: Cents
  isDeposit: boolean
  /** Called before paying; undefined while required terms are not accepted. */
  accept: () => Pick<BookingData, 'termsVersion'> | undefined
  onPaid: (cents: Cents) => void
}

/** The field of the feature that provides one in its `Screens`. */
export const CreditContext = createContext<ComponentType<CreditFieldProps> | null>(null)

/** Shown where something other than a card can pay; empty if no feature provides a field. */
export function CreditField(props: CreditFieldProps) {
  const Field = useContext(CreditContext)
  return (
    Field && (
      <Suspense>
        <Field {...props} />
      </Suspense>
    )
  )
}
