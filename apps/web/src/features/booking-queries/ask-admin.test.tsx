import type { Session } from '@arcadia/contract/accounts'
import type { BookingQuery } from '@arcadia/contract/booking-queries'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, show } from '../../testing/show.tsx'
import { AskAdmin, questionId } from './ask-admin.tsx'

const SENT = { id: 5, bookingId: 7, queryMessage: 'Can my son use a fly rod?', status: 'NEW', responses: [] }

beforeEach(() => customerSession.signIn({ token: 'token', user: { id: 1 } } as Session))
afterEach(() => customerSession.signOut())

test('a question that was sent closes its form and takes the focus', async () => {
  const createdAt = '2027-05-12T12:00:00.000Z'
  answerWith({
    'POST /api/booking-queries': () =>
      Response.json({ ...SENT, createdAt, adminResponse: null, respondedAt: null }, { status: 201 }),
  })
  const data = [{ ...SENT, createdAt: new Date(createdAt) } as unknown as BookingQuery]
  show(<AskAdmin bookingId={7} questions={{ data, error: null, refetch: vi.fn() }} isFolded />)
  const form = screen.getByText('Ask a question').closest('details')!
  form.open = true
  fireEvent.change(screen.getByLabelText(/^Ask Admin a Question/), { target: { value: SENT.queryMessage } })
  fireEvent.click(screen.getByText('Send question'))
  await vi.waitFor(() => expect(form.open).toBe(false))
  expect(document.activeElement?.id).toBe(questionId(SENT))
})
