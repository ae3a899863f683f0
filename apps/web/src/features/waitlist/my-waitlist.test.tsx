import type { Session } from '@arcadia/contract/accounts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, broken, show } from '../../testing/show.tsx'
import { MyWaitlist } from './my-waitlist.tsx'

afterEach(() => customerSession.signOut())

test('a waitlist that does not load is no empty one, and is asked for again', async () => {
  const entry = { id: 1, selectedDate: '2099-06-10', numberOfGuests: 2, createdAt: '2099-01-01T00:00:00.000Z' }
  let answer = broken
  answerWith({ 'GET /api/waitlist': () => answer() })
  customerSession.signIn({ token: 'token', user: { id: 1 } } as Session)
  show(<MyWaitlist />)
  expect((await screen.findByRole('alert')).textContent).toContain('We could not load your waitlist.')
  answer = () => Response.json([{ ...entry, offer: null, lapsedAt: null }])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByRole('listitem')).textContent).toContain('Waiting for 2 spots.')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
