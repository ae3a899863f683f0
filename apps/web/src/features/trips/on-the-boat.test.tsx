import type { Trip } from '@arcadia/contract/trips'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, show } from '../../testing/show.tsx'
import { openOf } from '../bookings/trip-to-do.ts'
import { rememberSigned } from '../waivers/signed-here.ts'
import { OnTheBoat } from './on-the-boat.tsx'

const trip = { firstName: 'Alex', numberOfGuests: 2, riders: 0, selectedDate: '2099-06-09' } as Trip

const YOU = 'Alex Rivera'
test.each([
  [[], [YOU], ['Alex RiveraYou. Waiver not signed yet', 'Angler 2Waiver not signed yet']],
  [[], [YOU, 'Sam Whitaker'], ['Alex RiveraYou. Waiver not signed yet', 'Sam WhitakerWaiver not signed yet']],
  [['Alexander Wu'], [YOU], ['Alexander WuWaiver signed', 'Alex RiveraYou. Waiver not signed yet']],
  [
    ['Sam Whitaker', ' alex B. Rivera'],
    [YOU, 'Sam'],
    ['Sam WhitakerWaiver signed', ' alex B. RiveraYou. Waiver signed'],
  ],
])('whoever booked finds the own seat among those of %j, and who has not signed of %j', (signed, known, seats) => {
  answerWith({})
  show(<OnTheBoat trip={trip} isBefore signers={{ you: YOU, signed, open: openOf(known, signed, 2), wanted: 2 }} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(seats)
})

test.each([
  ['BOOKING', 1, 'Your other booking', 'No other group is on the boat.'],
  ['GROUP', 1, "Alex's other booking", 'No other group is on the boat.'],
  ['BOOKING', 2, 'Another group', 'One other group, 1 angler, is on this boat.'],
])(
  'by %s, with %s group(s) on a full day, the seat beside the own ones is "%s"',
  async (key, existingGroups, who, says) => {
    const day = { existingBookings: 3, existingGroups, bookable: false, availableSpots: 0 }
    answerWith({
      [`GET /api/bookings/availability/${trip.selectedDate}`]: () => Response.json({ ...day, isAtCapacity: true }),
    })
    show(
      <OnTheBoat
        trip={{ ...trip, key, groupUrl: 'https://example.com/trips/x' } as Trip}
        isBefore
        signers={undefined}
      />,
    )
    expect(await screen.findByText(says)).toBeDefined()
    expect(screen.getAllByRole('listitem').at(-1)?.textContent).toBe(who)
  },
)

test.each([
  [{ key: 'BOOKING' }, undefined, ['AlexYou', "Angler 2Alex's group"]],
  [{ key: 'GROUP' }, undefined, ['AlexBooked the trip', "Angler 2Alex's group"]],
  [{ key: 'GROUP' }, 'Sam', ['AlexBooked the trip', 'SamYou']],
  [{ key: 'GROUP', numberOfGuests: 3 }, 'Sam,Kit', ['AlexBooked the trip', 'SamYou', 'KitWaiver signed']],
  [{ key: 'GROUP' }, 'Alex', ['AlexYou', "Angler 2Alex's group"]],
  [{ key: 'GROUP', share: { name: 'Jo Nakamura' } }, undefined, ['AlexBooked the trip', 'Jo NakamuraYou']],
])('whoever reads by %j, having signed as %s, is "You" only where the page knows', (more, signer, seats) => {
  answerWith({})
  const token = `7-${'a'.repeat(43)}`
  for (const name of signer?.split(',') ?? []) rememberSigned(token, name)
  const groupUrl = `https://example.com/trips/x#${token}`
  const opened = { ...trip, groupUrl, share: null, waiver: { signed: 2, wanted: 3 }, ...more } as Trip
  show(<OnTheBoat trip={opened} isBefore signers={undefined} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(seats)
  localStorage.clear()
})
