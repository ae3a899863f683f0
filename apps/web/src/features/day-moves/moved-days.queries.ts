import { listMovedDays } from '@arcadia/contract/day-moves'
import { queryOf } from '../../api/query-of.ts'

/** The days of the customer's bookings on which the guide cannot go out. */
export const movedDaysQuery = queryOf(listMovedDays, {}, { fallback: 'Failed to load your called-off days' })
