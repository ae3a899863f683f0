import type { DaySheet } from '@arcadia/contract/admin/dashboard'
import { listDayMoves } from '@arcadia/contract/day-moves'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { adminSession } from '../../session/session.tsx'
import { ADMIN, answerWith, showToAdmin } from '../../testing/show.tsx'
import { DaySheetPage } from './day-sheet-page.tsx'
import { NextTrip } from './next-trip.tsx'

const DATE = '2027-06-01'
const PARTY = {
  id: 7,
  selectedDate: DATE,
  numberOfGuests: 4,
  packageType: 'TROPHY',
  riders: 1,
  tackle: 'FLY',
  firstName: 'Kenji',
  lastName: 'Mori',
  phone: '(863) 555-0142',
  pendingAmount: 0,
  status: 'CONFIRMED',
  outcome: 'ON',
  confirmationNumber: 'JB-00000007',
  email: null,
  paidAmount: null,
  refundedAmount: null,
  chargedBackAmount: null,
  questions: [],
  notes: [],
  guestNotes: null,
  checkIn: null,
  received: [],
  waiver: { names: [], wanted: 4, url: 'https://arcadia.example/waiver/7' },
} as const
const sheetOf = (party: object) =>
  ({
    date: DATE,
    previousGroupDay: null,
    nextGroupDay: null,
    isCalledOff: false,
    parties: [{ ...PARTY, ...party }],
  }) as unknown as DaySheet
const NO_SHOW = { outcome: 'NO_SHOW', checkIn: { state: 'NO_SHOW', at: new Date(), by: 'Ray' } } as const

function show(party: object) {
  vi.useFakeTimers({ now: new Date(`${DATE}T12:00:00Z`), toFake: ['Date'] })
  answerWith({})
  showToAdmin(<DaySheetPage sheet={sheetOf(party)} />)
}

test('a group that comes is counted, and asked to sign', () => {
  show(PARTY)
  expect(screen.getByText('4 anglers, 1 rider', { selector: 'b > span' })).toBeDefined()
  expect(screen.getByText('Waiver: 4 of 4 not signed.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Text Kenji: Running late' })).toBeDefined()
})

test('of a no-show nothing is counted, asked or sent', () => {
  show(NO_SHOW)
  expect(screen.getAllByText('No-show').length).toBeGreaterThan(0)
  expect(screen.queryByText('4 anglers, 1 rider', { selector: 'b > span' })).toBeNull()
  expect(screen.queryByText(/not signed/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Sign here' })).toBeNull()
  expect(screen.queryByText('Texts ready to send')).toBeNull()
})

test('whoever has arrived needs no text about the way', () => {
  show({ checkIn: { state: 'ARRIVED', at: new Date(), by: 'Ray' } })
  expect(screen.queryByRole('link', { name: /Running late|Where we meet/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Text Kenji: The waiver link' })).toBeDefined()
})

test('the next trip asks nothing of a no-show either', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }))
  const { parties } = sheetOf(NO_SHOW)
  answerWith({ [`GET /api/admin/dashboard/days/${DATE}`]: () => Response.json(sheetOf(NO_SHOW)) })
  showToAdmin(<NextTrip date={DATE} today={DATE} parties={parties} />)
  expect(await screen.findByText(/No-show/)).toBeDefined()
  expect(screen.queryByText(/waivers missing/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the day sheet' }).className).toContain('cta')
})

test.each([
  ['while it is untold', null, 'Call Kenji Mori'],
  ['once it was reached', { by: 'Ray', at: `${DATE}T11:00:00Z` }, 'Open the day sheet'],
])('on the morning of a called-off day a call to its group comes first, %s', async (_, reached, name) => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }))
  const answer = { state: 'WAITING', movedTo: null, refund: null, toGiveBack: 0, link: null } as const
  const told = { ...PARTY, ...answer, bookingId: 7, call: 'OFF', reached, mail: { id: 1, status: 'SENT' } }
  const move = {
    id: 1,
    date: DATE,
    createdAt: `${DATE}T10:00:00Z`,
    reason: 'WEATHER',
    words: null,
    closedAt: null,
    parties: [told],
  }
  answerWith({
    [`GET ${listDayMoves.path}`]: () =>
      Response.json({ content: [move], page: 0, size: 20, totalElements: 1, totalPages: 1 }),
  })
  showToAdmin(<NextTrip date={DATE} today={DATE} parties={sheetOf({ outcome: 'CALLED_OFF' }).parties} />)
  await waitFor(() => expect(screen.getByRole('link', { name }).className).toContain('cta'))
  expect(document.querySelectorAll('.btn--cta')).toHaveLength(1)
})

test('a guide texts a group of a called-off day that it is off, and to call', () => {
  answerWith({})
  showToAdmin(<DaySheetPage sheet={sheetOf({ outcome: 'CALLED_OFF' })} />)
  act(() => adminSession.signIn({ ...ADMIN, user: { ...ADMIN.user, position: 'GUIDE' } }))
  const text = document.querySelector<HTMLAnchorElement>('[href^="sms:"]')
  expect(decodeURIComponent(text?.href ?? '')).toMatch(/ is off\. Call us .*to pick another date\.$/)
})
