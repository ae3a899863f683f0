import type { Booking } from '@arcadia/contract/bookings'
import type { CurrentHold } from '@arcadia/contract/holds'
import type { Cents } from '@arcadia/contract/money'
import { type ComponentType, createContext, Suspense, useContext } from 'react'

/** What pays for a part of what is due before a card does, as it was typed in step 2 of a booking. */
export interface Credit {
  typed: string
  /** Sets it aside for what is held; answers what of the deposit it covers. */
  applyTo: (hold: CurrentHold) => Promise<Cents>
}

/** What was typed pays for nothing, in words for its field. */
export class CreditRefused extends Error {}

/** Asks for it, or pays with it at once where a booking stands already. */
export type CreditFieldProps =
  | { credit: Credit | null; error: string | undefined; onChange: (credit: Credit) => void }
  | { booking: Booking }
  | { link: PayLink }

/** A link that pays, of a booking whose account nobody is signed in to. */
export interface PayLink {
  token: string
  owed: Cents
  isDeposit: boolean
  /** Before anything is paid: undefined while the terms that are asked for are not accepted. */
  accept: () => { termsVersion?: string } | undefined
  onPaid: (cents: Cents) => void
}

/** Of the feature that brings one in its `Screens`. */
export const CreditContext = createContext<ComponentType<CreditFieldProps> | null>(null)

/** Where something else than a card can pay; nothing where no feature brings anything. */
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
