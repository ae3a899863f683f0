import { describeBoat, getAvailability } from '@arcadia/contract/availability'
import { formatVenueTime } from '@arcadia/contract/trip-date'
import type { Trip } from '@arcadia/contract/trips'
import type { ReactNode } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { useLastKnown } from '../../api/use-last-known.ts'
import { useMinute } from '../../api/venue-today.ts'
import { haveOneFirstName, type WhoSigned } from '../bookings/trip-to-do.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { signedHere } from '../waivers/signed-here.ts'

/** Who of the group has signed, for the key that may read names. */
export interface Signers extends Required<WhoSigned> {
  /** Whoever booked and reads. */
  you: string
  wanted: number
  /** Takes out a name. */
  change?: ReactNode
}

interface OnTheBoatProps {
  trip: Trip
  isBefore: boolean
  signers: Signers | undefined
  /** How this key adds an angler, if it can. */
  addAngler?: ((hasRoom: boolean) => ReactNode) | undefined
}

/** One cell a seat: who comes, by name where this key reads names, who else fishes and what is open (docs/rules.md §2.29). */
export function OnTheBoat({ trip, isBefore, signers, addAngler }: OnTheBoatProps) {
  const boat = useBoat(trip, isBefore)
  const now = useMinute()
  if (!isBefore && !signers?.signed.length) return null
  const heldUntil = trip.own?.canAddAngler?.heldUntil
  const held =
    heldUntil && heldUntil.getTime() > now
      ? seatsOf(1, { who: 'Held for you', isOpen: true, says: `Until ${formatVenueTime(heldUntil)}` })
      : []
  const seats = [...groupSeats(trip, isBefore, signers), ...held, ...(boat?.seats ?? [])]
  return (
    <section>
      <h2 className="display h3">On the boat</h2>
      <ul className="seats">
        {seats.map(({ who, says, isOpen }, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place in the row
          <li key={seat} className={isOpen ? 'seats__open' : undefined}>
            <b>{who}</b>
            {says && <small>{says}</small>}
          </li>
        ))}
      </ul>
      {boat && <p className="trip__note">{boat.says}</p>}
      {isBefore && addAngler?.(seats.some(({ isOpen }) => isOpen))}
      {isBefore && signers?.change}
    </section>
  )
}

interface Seat {
  who: string
  says?: string
  isOpen?: boolean
}

const seatsOf = (count: number, seat: Seat): Seat[] => Array.from({ length: Math.max(0, count) }, () => seat)

/** The group: who has signed, then who has not; without names, whoever booked, whoever reads, and the others by number. */
function groupSeats(trip: Trip, isBefore: boolean, signers?: Signers): Seat[] {
  const { firstName, numberOfGuests, riders } = trip
  const nameOf = (seat: number) => (seat <= numberOfGuests ? `Angler ${seat}` : 'Rider')
  if (!signers) {
    const [reader, ...others] = readersOf(trip)
    const isBooker = reader !== undefined && haveOneFirstName(reader, firstName)
    const named: Seat[] = [
      { who: firstName, says: isBooker ? 'You' : 'Booked the trip' },
      ...(reader && !isBooker ? [{ who: reader, says: 'You' }] : []),
      ...others.filter((who) => !haveOneFirstName(who, firstName)).map((who) => ({ who, says: 'Waiver signed' })),
    ]
    return Array.from(
      { length: numberOfGuests + riders },
      (_, index) => named[index] ?? { who: nameOf(index + 1), says: `${firstName}'s group` },
    )
  }
  const { you, signed, open, wanted } = signers
  const yours = signed.findIndex((name) => haveOneFirstName(name, you))
  const seats = signed.map((who, index) => ({ who, says: index === yours ? 'You. Waiver signed' : 'Waiver signed' }))
  return [
    ...seats,
    ...Array.from({ length: Math.max(0, wanted - seats.length) }, (_, index) => {
      const who = open[index] ?? nameOf(seats.length + index + 1)
      const says = [who === you && 'You', isBefore && 'Waiver not signed yet'].filter(Boolean).join('. ')
      return { who, ...(says && { says }) }
    }),
  ]
}

/** Whoever reads, as far as the page knows by the key, by the share, or by what was signed on this device; then the others who signed on it. */
function readersOf({ key, firstName, share, waiver, groupUrl }: Trip): string[] {
  if (key !== 'GROUP') return [firstName]
  const here = signedHere(groupUrl).slice(0, waiver?.signed ?? 0)
  return share ? [share.name, ...here.filter((name) => !haveOneFirstName(name, share.name))] : here
}

/** The seats of others and those that can still be booked, and who else fishes that day; undefined until both are known. */
function useBoat({ key, firstName, selectedDate, numberOfGuests, privateMorning }: Trip, isBefore: boolean) {
  const rules = useBookingConfig()
  const query = queryOf(getAvailability, { params: { date: selectedDate } })
  const { data: day } = useLastKnown(getAvailability, { date: selectedDate }, { ...query, enabled: isBefore })
  if (!isBefore || !rules || !day) return undefined
  if (privateMorning) {
    const seats = seatsOf(privateMorning.spots - numberOfGuests, {
      who: 'Yours',
      says: 'Empty seat',
      isOpen: true,
    })
    return { seats, says: 'A private morning: nobody else can book.' }
  }
  const others = {
    existingBookings: Math.max(0, day.existingBookings - numberOfGuests),
    existingGroups: Math.max(0, day.existingGroups - 1),
  }
  const says =
    day.bookable || others.existingGroups > 0
      ? describeBoat(day.bookable ? rules : { ...rules, maxCapacity: 0 }, others, numberOfGuests)
      : 'No other group is on the boat.'
  // Bookings of one person are one group.
  const whose = key === 'GROUP' ? `${firstName}'s` : 'Your'
  const seats = [
    ...seatsOf(others.existingBookings, {
      who: others.existingGroups > 0 ? 'Another group' : `${whose} other booking`,
    }),
    ...seatsOf(day.bookable ? day.availableSpots : 0, { who: 'Open', isOpen: true }),
  ]
  return { seats, says }
}
