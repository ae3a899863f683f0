import type { Page } from '@arcadia/contract/lists'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../api/call.ts'
import { createQueryClient } from '../api/query-client.ts'
import { useOptimisticChange } from './use-optimistic-change.ts'

interface Enquiry {
  id: number
  name: string
  status: string
}

/** The server's rows, and the pending changes. */
let stored: Enquiry[]
let asked: { agree: () => void; refuse: (message: string) => void }[]
let refreshes: number

function send(row: Enquiry, status: string): Promise<Enquiry> {
  return new Promise((resolve, reject) => {
    asked.push({
      agree() {
        // The server trims values, so that its answer differs from the optimistic row.
        stored = stored.map((one) => (one.id === row.id ? { ...one, status: `${status} (saved)` } : one))
        resolve(stored.find(({ id }) => id === row.id)!)
      },
      refuse: (message) => reject(new ApiError(message, { status: 409, code: 'refused' })),
    })
  })
}

async function list(): Promise<Page<Enquiry>> {
  refreshes += 1
  return { content: stored, page: 0, size: 20, totalElements: stored.length, totalPages: 1 }
}

function Enquiries() {
  const { data } = useQuery({ queryKey: ['admin', 'page 1'], queryFn: list })
  const { change, error, dismissError, isBusy } = useOptimisticChange<Enquiry, string>({
    lists: [{ path: 'page 1' }],
    send,
    foresee: (row, status) => ({ ...row, status }),
  })
  return (
    <>
      {error && (
        <div role="alert">
          {error}
          <button type="button" onClick={dismissError}>
            Dismiss
          </button>
        </div>
      )}
      <ul>
        {data?.content.map((row) => (
          <li key={row.id} aria-label={row.name} aria-busy={isBusy(row.id)}>
            <output>{row.status}</output>
            <button type="button" onClick={() => change(row, 'CLOSED')}>
              Close
            </button>
            <button type="button" onClick={() => change(row, 'SPAM')}>
              Spam
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const rowOf = (name: string) => screen.getByRole('listitem', { name })
const statusOf = (name: string) => within(rowOf(name)).getByRole('status').textContent
const press = (name: string, button: string) =>
  userEvent.click(within(rowOf(name)).getByRole('button', { name: button }))
const banner = () => screen.queryByRole('alert')?.firstChild?.textContent

beforeEach(async () => {
  stored = [
    { id: 1, name: 'Ada', status: 'NEW' },
    { id: 2, name: 'Bo', status: 'NEW' },
  ]
  asked = []
  refreshes = 0
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Enquiries />
    </QueryClientProvider>,
  )
  await screen.findByRole('listitem', { name: 'Ada' })
})

test("shows a change at once, then the server's row", async () => {
  await press('Ada', 'Close')
  expect(statusOf('Ada')).toBe('CLOSED')
  expect(rowOf('Ada').ariaBusy).toBe('true')
  expect(rowOf('Bo').ariaBusy).toBe('false')
  asked[0]!.agree()
  await waitFor(() => expect(statusOf('Ada')).toBe('CLOSED (saved)'))
  expect(rowOf('Ada').ariaBusy).toBe('false')
  expect(banner()).toBeUndefined()
})

test("a refused change is reverted, with the server's message, which can be dismissed", async () => {
  await press('Ada', 'Close')
  asked[0]!.refuse('Somebody else has closed it.')
  await waitFor(() => expect(banner()).toBe('Somebody else has closed it.'))
  expect(statusOf('Ada')).toBe('NEW')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(banner()).toBeUndefined()
})

test('when one of two changes is refused only it is reverted, and the owner sees why, in either order', async () => {
  await press('Ada', 'Close')
  await press('Bo', 'Spam')
  expect([rowOf('Ada').ariaBusy, rowOf('Bo').ariaBusy]).toEqual(['true', 'true'])
  asked[0]!.refuse('Somebody else has closed it.')
  await waitFor(() => expect(statusOf('Ada')).toBe('NEW'))
  expect(statusOf('Bo')).toBe('SPAM')
  await waitFor(() => expect(banner()).toBe('Somebody else has closed it.'))
  asked[1]!.agree()
  await waitFor(() => expect(statusOf('Bo')).toBe('SPAM (saved)'))
  expect(banner()).toBe('Somebody else has closed it.')
})

test('refetches after the last change only: earlier reads would revert the others', async () => {
  await press('Ada', 'Close')
  await press('Bo', 'Spam')
  asked[0]!.agree()
  await waitFor(() => expect(statusOf('Ada')).toBe('CLOSED (saved)'))
  expect(refreshes).toBe(1)
  asked[1]!.agree()
  await waitFor(() => expect(refreshes).toBe(2))
  await waitFor(() => expect(statusOf('Bo')).toBe('SPAM (saved)'))
})
