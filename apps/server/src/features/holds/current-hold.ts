import type { PrivateMorning } from '@arcadia/contract/configuration'
import type { CurrentHold } from '@arcadia/contract/holds'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'

export type HoldRow = Selectable<Tables['holds']>

/** Maps a hold to what the customer's page needs. */
export function toCurrentHold(hold: HoldRow): CurrentHold {
  return {
    holdId: hold.id,
    expiresAt: hold.expires_at,
    holdDurationMinutes: hold.duration_minutes,
    selectedDate: hold.trip_date,
    numberOfGuests: hold.number_of_guests,
    depositPerGuest: hold.deposit_per_guest_cents,
    standardPackagePrice: hold.standard_package_price_cents,
    trophyPackagePrice: hold.trophy_package_price_cents,
    riderPrice: hold.rider_price_cents,
    privateMorning: toPrivateMorning(hold.private_spots, hold.private_spot_price_cents),
    isOffer: hold.waitlist_entry_id !== null,
  }
}

/** From the columns of a hold and of its booking. */
export const toPrivateMorning = (spots: number | null, spotPrice: number | null): PrivateMorning | undefined =>
  spots === null ? undefined : { spots, spotPrice: spotPrice ?? 0 }
