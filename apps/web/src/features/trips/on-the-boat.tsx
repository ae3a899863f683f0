import { describeBoat, getAvailability, spots } from '@arcadia/contract/availability'
import { groupInWords } from '@arcadia/contract/riders'
import type { Trip } from '@arcadia/contract/trips'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'

/** Who of the group has signed, for the key that may read names. */
export interface Signers {
  people: readonly { id: number; name: string; isYou: boolean }[]
  wanted: number
  /** Takes out a name. */
  change?: ReactNode
}

interface OnTheBoatProps {
  trip: Trip
  isBefore: boolean
  signers: Signers | undefined
}

/** Who comes, by name where this key reads names, what is still open, and who else fishes (docs/rules.md §2.29). */
export function OnTheBoat({ trip, isBefore, signers }: OnTheBoatProps) {
  const boat = useBoat(trip, isBefore)
  const { key, firstName, waiver } = trip
  if (!isBefore && !signers?.people.length) return null
  const missing = signers ? signers.wanted - signers.people.length : 0
  return (
    <section>
      <h2 className="display h3">On the boat</h2>
      <ul className="seats">
        {signers?.people.map(({ id, name, isYou }) => (
          <li key={id}>
            <b>{name}</b>
            <small>{isYou ? 'You. Waiver signed' : 'Waiver signed'}</small>
          </li>
        ))}
        {isBefore && missing > 0 && (
          <li>
            <b>{signers!.people.length > 0 ? `${missing} more` : groupInWords(trip)}</b>
            <small>{missing === 1 ? 'Waiver not signed yet' : 'Waivers not signed yet'}</small>
          </li>
        )}
        {!signers && (
          <li>
            <b>{groupInWords(trip)}</b>
            <small>
              {key !== 'GROUP' && waiver
                ? `${waiver.signed} of ${waiver.wanted} signed`
                : key === 'GROUP'
                  ? `${firstName}'s group`
                  : 'Your group'}
            </small>
          </li>
        )}
        {boat && boat.open > 0 && (
          <li className="seats__open">
            <b>{spots(boat.open)} open</b>
          </li>
        )}
      </ul>
      {boat && <p className="trip__note">{boat.says}</p>}
      {signers?.change}
    </section>
  )
}

/** The spots that others can still book, and who else fishes that day; undefined until both are known. */
function useBoat({ selectedDate, numberOfGuests, privateMorning }: Trip, isBefore: boolean) {
  const rules = useBookingConfig()
  const { data: day } = useQuery({ ...queryOf(getAvailability, { params: { date: selectedDate } }), enabled: isBefore })
  if (!isBefore || !rules || !day) return undefined
  if (privateMorning) return { open: 0, says: 'A private morning: nobody else can book.' }
  const others = {
    existingBookings: Math.max(0, day.existingBookings - numberOfGuests),
    existingGroups: Math.max(0, day.existingGroups - 1),
  }
  const says =
    day.bookable || others.existingGroups > 0
      ? describeBoat(day.bookable ? rules : { ...rules, maxCapacity: 0 }, others, numberOfGuests)
      : 'Nobody else is on the boat.'
  return { open: day.bookable ? day.availableSpots : 0, says }
}
