import type { BookingData } from '@arcadia/contract/booking-data'
import type { Booking } from '@arcadia/contract/bookings'
import type { PricedTrip } from '@arcadia/contract/gift-vouchers'
import type { CurrentHold } from '@arcadia/contract/holds'
import type { Cents } from '@arcadia/contract/money'
import { Suspense } from 'react'
import { lazyComponent } from '../../lazy-feature.tsx'

/** A code as typed in step 2 of a booking; it pays toward the total before the card does. */
export interface TypedVoucher {
  typed: string
  /** What it would pay of the total, once it is looked up. */
  covers?: (trip: PricedTrip, total: Cents) => Cents
  /** What is on it before, unless a hold has some of it. */
  left?: Cents
}

/** What was typed pays for nothing, in words for its field. */
export class VoucherRefused extends Error {}

/** A code is typed for a booking that exists: then it pays, and no card is asked for. */
export interface VoucherInHand {
  pay: () => void
  isPaying: boolean
}

interface Paying {
  onInHand: (voucher: VoucherInHand | null) => void
}

/** Collects the code of a new booking, or pays for one that exists. */
export type VoucherFieldProps =
  | {
      voucher: TypedVoucher | null
      /** What this customer holds, or held until a moment ago; undefined until known. */
      holds: readonly (CurrentHold | null | undefined)[] | undefined
      error: string | undefined
      /** What it changes, once it is looked up. */
      effect: string | undefined
      onChange: (voucher: TypedVoucher) => void
    }
  | (Paying & { booking: Booking })
  | (Paying & { link: PayLink })

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

/** Loaded apart, as few have a voucher. Its line is kept free, so that nothing below moves from under a finger. */
export function VoucherField(props: VoucherFieldProps) {
  return (
    <Suspense fallback={<span className="link invisible">&nbsp;</span>}>
      <RedeemVoucher {...props} />
    </Suspense>
  )
}
