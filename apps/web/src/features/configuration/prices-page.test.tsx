import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { QueryRoot } from '../../api/query-root.tsx'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { PricesPage } from './prices-page.tsx'

const CONFIG = {
  maxCapacity: 4,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  seasonStart: '2027-05-16',
  seasonEnd: '2027-09-05',
  closedDays: [0, 3],
  holdDurationMinutes: 5,
  sharing: 'OPEN',
  blackoutDates: [],
}

test.each([
  ['which trips it affects cannot be asked', broken, 'Failed to check which trips this affects'],
  ['it cannot be saved', () => Response.json([]), 'Failed to update deposit per guest'],
])(
  'where %s, that stands beside the button, with what to do, and what was typed stays',
  async (_, stranded, failed) => {
    answerWith({
      'GET /api/bookings/config': () => Response.json(CONFIG),
      'POST /api/bookings/config/stranded': stranded,
    })
    showToAdmin(<PricesPage />)
    const deposit = await screen.findByLabelText<HTMLInputElement>(/Deposit per guest/)
    fireEvent.change(deposit, { target: { value: '375' } })
    const save = screen.getByRole('button', { name: 'Save' })
    fireEvent.click(save)

    const said = (await screen.findByText(`${failed}. Please try again in a moment.`)).closest('[role=alert]')!
    expect(said.parentElement).toBe(save.parentElement)
    expect(said.compareDocumentPosition(save) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(deposit.value).toBe('375')
  },
)

test('without a network a save that fails is told once, whatever else cannot be read again', async () => {
  answerWith({
    'GET /api/bookings/config': () => Response.json(CONFIG),
    'GET /api/admin/audit-log': () =>
      Response.json({ content: [], page: 0, size: 10, totalElements: 0, totalPages: 0 }),
  })
  showToAdmin(
    <QueryRoot>
      <PricesPage />
    </QueryRoot>,
  )
  fireEvent.change(await screen.findByLabelText(/Deposit per guest/), { target: { value: '375' } })
  await screen.findByText('No changes yet.')
  const isRead = () => expect(queryClient.isFetching()).toBe(0)
  await waitFor(isRead)
  expect(screen.queryAllByRole('alert')).toEqual([])

  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  await waitFor(isRead, { timeout: 5000 })
  const failed = queryClient
    .getQueryCache()
    .findAll()
    .filter(({ state }) => state.error)
  expect(failed.length).toBeGreaterThan(0)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('a price that more than doubles or halves is asked about before it is saved, and an edit outlives the page', async () => {
  const sent: string[] = []
  answerWith({
    'GET /api/bookings/config': () => Response.json(CONFIG),
    'GET /api/admin/audit-log': () =>
      Response.json({ content: [], page: 0, size: 10, totalElements: 0, totalPages: 0 }),
    'POST /api/bookings/config/stranded': () => Response.json([]),
    'PUT /api/bookings/config/trophy-package-price': () => {
      sent.push('trophy')
      return Response.json({ ...CONFIG, trophyPackagePrice: 24_000 })
    },
  })
  showToAdmin(<PricesPage />)
  fireEvent.change(await screen.findByLabelText(/Trophy package price/), { target: { value: '24000' } })
  cleanup()
  showToAdmin(<PricesPage />)
  expect((await screen.findByLabelText<HTMLInputElement>(/Trophy package price/)).value).toBe('24000')

  const save = screen.getByRole('button', { name: 'Save' })
  fireEvent.click(save)
  const asked = await screen.findByRole('dialog', { name: 'Is $24,000 right?' })
  expect(asked.textContent).toContain('$2,500 to $24,000')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  fireEvent.click(save)
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, save' }))
  await waitFor(() => expect(screen.queryByText('1 change not saved')).toBeNull())
  expect(sent).toEqual(['trophy'])
})
