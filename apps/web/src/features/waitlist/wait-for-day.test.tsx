import type { Session } from '@arcadia/contract/accounts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, show } from '../../testing/show.tsx'
import { WaitForDay } from './wait-for-day.tsx'

afterEach(() => customerSession.signOut())

test('a newcomer is on the waitlist once signed up, with the number chosen before, without asking again', async () => {
  const bodies: unknown[] = []
  const asked = answerWith({
    'GET /api/waitlist': () => Response.json([]),
    'POST /api/waitlist': (body) => {
      bodies.push(body)
      return new Response('x', { status: 500 })
    },
  })
  show(<WaitForDay date="2099-06-10" guests={1} room={0} />)
  fireEvent.change(screen.getByLabelText('Number of anglers'), { target: { value: '2' } })
  fireEvent.click(screen.getByText('Tell me if 2 spots open'))
  expect(asked).toEqual([])
  act(() => customerSession.signIn({ token: 'token', user: { id: 1 } } as Session))
  await screen.findByRole('alert')
  expect(bodies).toEqual([{ selectedDate: '2099-06-10', numberOfGuests: 2 }])
})

test('whose offer ran out waits no longer, and can wait again', async () => {
  const lapsed = { id: 1, selectedDate: '2099-06-10', numberOfGuests: 2, createdAt: '2099-01-01T00:00:00.000Z' }
  answerWith({
    'GET /api/waitlist': () => Response.json([{ ...lapsed, offer: null, lapsedAt: '2099-05-12T15:35:00.000Z' }]),
  })
  customerSession.signIn({ token: 'token', user: { id: 1 } } as Session)
  show(<WaitForDay date="2099-06-10" guests={2} isAnswered room={0} />)
  await screen.findByText('Tell me if 2 spots open')
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByText(/^You're on the waitlist/)).toBeNull()
})

test('who said above how many they are is not asked again', () => {
  answerWith({})
  show(<WaitForDay date="2099-06-10" guests={2} isAnswered room={0} />)
  expect(screen.queryByLabelText('Number of anglers')).toBeNull()
  expect(screen.getByText('Tell me if 2 spots open')).toBeDefined()
})
