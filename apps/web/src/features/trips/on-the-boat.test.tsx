import type { Trip } from '@arcadia/contract/trips'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, show } from '../../testing/show.tsx'
import { OnTheBoat } from './on-the-boat.tsx'

const trip = { firstName: 'Alex', numberOfGuests: 2, riders: 0, selectedDate: '2099-06-09' } as Trip

test.each([
  [[], ['Alex RiveraYou. Waiver not signed yet', 'Angler 2Waiver not signed yet']],
  [['Alexander Wu'], ['Alexander WuWaiver signed', 'Alex RiveraYou. Waiver not signed yet']],
  [
    ['Sam Whitaker', ' alex B. Rivera'],
    ['Sam WhitakerWaiver signed', ' alex B. RiveraYou. Waiver signed'],
  ],
])('whoever booked finds the own seat among those of %j', (names, seats) => {
  answerWith({})
  show(<OnTheBoat trip={trip} isBefore signers={{ you: 'Alex Rivera', names, wanted: 2 }} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(seats)
})
