import type { Booking, BookingData } from '@arcadia/contract/bookings'
import type { CurrentHold } from '@arcadia/contract/holds'
import type { Cents } from '@arcadia/contract/money'
import { Suspense } from 'react'
import { lazyComponent } from '../../lazy-feature.tsx'

/** A code as typed in step 2 of a booking; it pays part of the deposit before the card does. */
export interface TypedVoucher {
  typed: string
  /** Sets its money aside for the hold and returns how much of the deposit it covers. */
  applyTo: (hold: CurrentHold) => Promise<Cents>
}

/** What was typed pays for nothing, in words for its field. */
export class VoucherRefused extends Error {}

/** Collects the code, or pays with it right away if the booking already exists. */
export type VoucherFieldProps =
  | { voucher: TypedVoucher | null; error: string | undefined; onChange: (voucher: TypedVoucher) => void }
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

const RedeemVoucher = lazyComponent<VoucherFieldProps>(
  async () => (await import('./redeem-voucher.tsx')).RedeemVoucher,
  'nothing',
)

/** Loaded apart, as few have a voucher. */
export function VoucherField(props: VoucherFieldProps) {
  return (
    <Suspense>
      <RedeemVoucher {...props} />
    </Suspense>
  )
}
