import { portal } from '@arcadia/contract/addresses'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NONE_WAITING, OVERVIEW } from '../../testing/overview.ts'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { Overview } from './overview.tsx'

const COUNTS = {
  totalUsers: 3,
  activeUsers: 3,
  totalBookings: 1,
  pendingBookings: 0,
  confirmedBookings: 1,
  completedBookings: 0,
  cancelledBookings: 0,
}
test('a phone without figures says so, below what is waiting and coming up, and can retry', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }))
  const answers = {
    'GET /api/admin/dashboard': broken,
    'GET /api/admin/dashboard/overview': () =>
      Response.json({ ...OVERVIEW, waiting: { ...NONE_WAITING, enquiries: 2 } }),
  }
  answerWith(answers)
  showToAdmin(<Overview />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load dashboard stats')
  const missing = screen.getByRole('heading', { name: 'No dashboard data available' })
  const region = (name: string) => screen.getByRole('region', { name })
  const waits = await screen.findByRole('region', { name: 'Needs a reply' })
  for (const first of [region('Next trip'), waits])
    expect(first.compareDocumentPosition(missing) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const enquiries = within(waits).getByRole('link', { name: '2 new enquiries' })
  expect(enquiries.getAttribute('href')).toBe(portal.enquiries.href({ status: 'new' }))
  expect(region('Money').textContent).toContain('Balances due$2,150.00')
  expect(region('Cards and email').textContent).toContain('Connected')
  answers['GET /api/admin/dashboard'] = () => Response.json(COUNTS)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Counts' })).toBeDefined()
})

test.each([
  [{ mailsWaitSince: '2027-05-30T11:39:00.000Z' }, ['Connected', 'Not going out']],
  [{ merchant: { isConnected: false, needsRefresh: false } }, ['Disconnected', 'None failed']],
])('whether cards and email work stands here, where an alarm says it too: %j', async (wrong, states) => {
  answerWith({
    'GET /api/admin/dashboard': () => Response.json(COUNTS),
    'GET /api/admin/dashboard/overview': () => Response.json({ ...OVERVIEW, ...wrong }),
  })
  showToAdmin(<Overview />)
  const panel = await screen.findByRole('region', { name: 'Cards and email' })
  // The last known figures may be there first.
  await waitFor(() => expect([...panel.querySelectorAll('.tag')].map(({ textContent }) => textContent)).toEqual(states))
})

test('a calendar link that was just made stays when the layout changes', async () => {
  const media = Object.assign(new EventTarget(), { media: '', matches: false })
  vi.stubGlobal('matchMedia', () => media)
  let feed: object | null = null
  answerWith({
    'GET /api/admin/dashboard': () => Response.json(COUNTS),
    'GET /api/admin/dashboard/overview': () => Response.json(OVERVIEW),
    'GET /api/admin/calendar-feed': () => Response.json({ feed }),
    'POST /api/admin/calendar-feed': () => {
      feed = { createdAt: '2027-06-01T12:00:00.000Z', expiresAt: '2028-06-01T12:00:00.000Z' }
      return Response.json({ url: 'https://arcadia.example/calendar/once.ics', feed }, { status: 201 })
    },
  })
  showToAdmin(<Overview />)
  fireEvent.click(await screen.findByRole('button', { name: 'Get calendar link' }))
  const link = async () => (await screen.findByLabelText<HTMLInputElement>('Your calendar link')).value
  expect(await link()).toContain('once.ics')
  act(() => {
    media.matches = true
    media.dispatchEvent(new Event('change'))
  })
  expect(await link()).toContain('once.ics')
})

test('what needs a reply says whom it is from and how it begins, leads to it, and counts what is left', async () => {
  const waitingLongest = [
    { kind: 'failuresToRefund', id: 3, name: 'Earl Dugan', line: 'QuickBooks turned down this refund.' },
    { kind: 'bookingQueries', id: 5, name: 'Ada Angler', line: 'May I bring my dog?' },
    { kind: 'refundRequests', id: 6, name: '', line: null },
    ...['Bo', 'Cy', 'Di', 'Ed'].map((name, index) => ({ kind: 'overdueBalances', id: 10 + index, name, line: null })),
    ...['Fay', 'Gus', 'Hal', 'Ike'].map((name, index) => ({ kind: 'reviews', id: 20 + index, name, line: null })),
  ]
  const waiting = {
    ...NONE_WAITING,
    failuresToRefund: 1,
    bookingQueries: 3,
    refundRequests: 1,
    overdueBalances: 4,
    reviews: 5,
  }
  answerWith({
    'GET /api/admin/dashboard': () => Response.json(COUNTS),
    'GET /api/admin/dashboard/overview': () => Response.json({ ...OVERVIEW, waiting, waitingLongest }),
  })
  showToAdmin(<Overview />)
  const waits = await screen.findByRole('region', { name: 'Needs a reply' })
  await waitFor(() =>
    expect(
      within(waits)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')])
        .slice(0, 4),
    ).toEqual([
      ['Earl Dugan, payment to refundQuickBooks turned down this refund.', portal.refunds.href()],
      ['A guest, refund request', portal.refunds.href()],
      ['Ada Angler, booking queryMay I bring my dog?', portal.bookingQueries.href({ status: 'new', id: 5 })],
      ['2 more booking queries', portal.bookingQueries.href({ status: 'new' })],
    ]),
  )
  const said = within(waits)
    .getAllByRole('link')
    .map((link) => link.textContent)
  expect(said.slice(4), 'never counts the one that is left').toEqual([
    ...['Bo', 'Cy', 'Di', 'Ed'].map((name) => `${name}, overdue balance`),
    ...['Fay', 'Gus', 'Hal'].map((name) => `${name}, review to approve`),
    '2 more reviews to approve',
  ])
})

test.each([
  [{}, ['Next trip', 'Cards and email', 'Trips in your calendar']],
  [
    { waiting: { ...NONE_WAITING, enquiries: 1 }, money: { ...OVERVIEW.money, cash: 500 } },
    ['Next trip', 'Needs a reply', 'Money', 'Cards and email', 'Trips in your calendar'],
  ],
])('an empty business shows no zeros, and the way to its season: %j', async (has, regions) => {
  const none = { trips: [], money: { captured: 0, cash: 0, refunded: 0, due: 0, overdue: 0 } }
  answerWith({
    'GET /api/admin/dashboard': () => Response.json({ ...COUNTS, totalBookings: 0, confirmedBookings: 0 }),
    'GET /api/admin/dashboard/overview': () => Response.json({ ...OVERVIEW, ...none, ...has }),
  })
  showToAdmin(<Overview />)
  const season = await screen.findByRole('link', { name: 'See your season' })
  expect(season.getAttribute('href')).toBe(portal.bookings.calendar.href())
  const named = () => screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)
  await waitFor(() => expect(named()).toEqual(regions))
})
