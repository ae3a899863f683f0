import type { AdminBookingQuery } from '@arcadia/contract/booking-queries'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdminAuthProvider, adminSession } from '../../session/session.tsx'
import { AdminQuestionDialog } from './admin-question-dialog.tsx'

const QUERY: AdminBookingQuery = {
  id: 3,
  bookingId: 7,
  confirmationNumber: 'JB-00000007',
  bookingDate: '2027-06-10',
  bookingGuests: 2,
  userFirstName: 'Ada',
  userLastName: 'Angler',
  userEmail: 'ada@example.com',
  bookingPhone: '8635550102',
  queryMessage: 'Do you have rods?',
  adminResponse: null,
  adminNotes: null,
  status: 'NEW',
  createdAt: new Date('2027-06-01T12:00:00Z'),
  respondedAt: null,
}

let sent: unknown[]
const close = vi.fn()

beforeEach(() => {
  sent = []
  close.mockClear()
  sessionStorage.clear()
  const user = {
    id: 1,
    username: 'admin',
    email: 'admin@localhost',
    role: 'ADMIN' as const,
    position: 'OWNER' as const,
  }
  adminSession.signIn({ token: 'token', user: user as Parameters<typeof adminSession.signIn>[0]['user'] })
  let stored = QUERY
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url.includes('audit-log'))
      return Response.json({ content: [], page: 0, size: 10, totalElements: 0, totalPages: 0 })
    if (url.includes('replies')) return Response.json([])
    if (body) {
      sent.push(JSON.parse(String(body)))
      stored = { ...stored, ...JSON.parse(String(body)) }
    }
    return Response.json(stored)
  })
  open()
})
afterEach(() => vi.unstubAllGlobals())

function open() {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <AdminAuthProvider>
          <AdminQuestionDialog id={3} known={QUERY} onClose={close} />
        </AdminAuthProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

const response = () => screen.getByLabelText<HTMLTextAreaElement>('Response')
const status = () => screen.getByLabelText<HTMLSelectElement>(/^Status/)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }))

test('choosing a status sends nothing, and updating it keeps the answer being typed', async () => {
  await userEvent.type(response(), 'Yes, for')
  await userEvent.selectOptions(status(), 'IN_PROGRESS')
  expect(sent).toEqual([])
  await press('Update Status')
  await vi.waitFor(() => expect(sent).toEqual([{ status: 'IN_PROGRESS', adminNotes: null }]))
  expect(response().value).toBe('Yes, for')
  expect(close).not.toHaveBeenCalled()
})

test('typed text is still there when the dialog reopens, until discarded', async () => {
  await userEvent.type(response(), 'Yes, for')
  cleanup()
  open()
  expect(response().value).toBe('Yes, for')
  await press('Discard draft')
  expect(response().value).toBe('')
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull()
})

test('a sent answer closes the dialog and deletes the draft', async () => {
  await userEvent.type(response(), 'Yes, for everybody.')
  await press('Send Response')
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ status: 'RESPONDED', adminResponse: 'Yes, for everybody.', adminNotes: null }])
  expect(sessionStorage).toHaveLength(0)
})

test('refuses to mark a question as responded without a response', async () => {
  await userEvent.selectOptions(status(), 'RESPONDED')
  await press('Update Status')
  expect(screen.getByText('Please write a response first.')).toBeDefined()
  expect(sent).toEqual([])
})

test('emptied notes are deleted', async () => {
  const notes = () => screen.getByLabelText(/^Internal admin notes/)
  await userEvent.type(notes(), 'Ask Joe')
  await press('Update Status')
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  await userEvent.clear(notes())
  await press('Update Status')
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ status: 'NEW', adminNotes: null }))
})
