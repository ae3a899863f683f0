import { venueDate } from '@arcadia/contract/trip-date'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { DayMovesView } from './day-moves.tsx'

test('without called-off days it explains how to call one off, and a failed list can be retried', async () => {
  const answers = { 'GET /api/admin/day-moves': broken }
  answerWith(answers)
  showToAdmin(<DayMovesView />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load called-off days')
  answers['GET /api/admin/day-moves'] = () =>
    Response.json({ content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'No days called off' })).toBeDefined()
})

test.each([
  [venueDate(new Date()), 'Go out, email 1 group, call 2', 1],
  ['2090-06-01', 'Go out, email 1 group, call 1', 0],
])('going out after all on %s: "%s"', async (date, button, said) => {
  const group = { lastName: 'Rowe', phone: '(863) 555-0177', numberOfGuests: 2, confirmationNumber: 'JB-00000007' }
  const asked = { movedTo: null, refund: null, toGiveBack: 0, call: 'OFF', reached: null, link: null, state: 'WAITING' }
  const mail = { id: 1, status: 'SENT' }
  const parties = [
    { ...group, ...asked, bookingId: 1, firstName: 'Nora', email: 'nora@example.com', mail },
    { ...group, ...asked, bookingId: 2, firstName: 'Dale', email: null, mail: null },
  ]
  const move = { id: 1, date, reason: 'WEATHER', words: null, createdAt: new Date(), closedAt: null, parties }
  const page = { content: [move], page: 0, size: 20, totalElements: 1, totalPages: 1 }
  answerWith({ 'GET /api/admin/day-moves': () => Response.json(page) })
  showToAdmin(<DayMovesView />)
  fireEvent.click(await screen.findByRole('button', { name: 'Go out after all' }))
  expect(await screen.findByRole('button', { name: button })).toBeDefined()
  expect(screen.queryAllByText(/may be read too late/)).toHaveLength(said)
})
