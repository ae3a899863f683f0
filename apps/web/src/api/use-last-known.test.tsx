import type { Session } from '@arcadia/contract/accounts'
import { getAvailability } from '@arcadia/contract/availability'
import { getBookingWaiver } from '@arcadia/contract/waivers'
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerSession } from '../session/session.tsx'
import { answerWith, refused, show } from '../testing/show.tsx'
import { lastAnswer } from './last-known.ts'
import { queryOf } from './query-of.ts'
import { useLastKnown } from './use-last-known.ts'

const DATE = '2027-05-20'
const ASKED = `GET /api/bookings/availability/${DATE}`
const KEPT_AT = Date.parse('2027-05-19T10:00:00Z')
const spots = (availableSpots: number) => ({
  existingBookings: 0,
  existingGroups: 0,
  availableSpots,
  isAtCapacity: false,
  bookable: true,
})
const last = lastAnswer(getAvailability, { date: DATE })

function Page({ date = DATE, enabled = true }) {
  const query = queryOf(getAvailability, { params: { date } })
  const { data, error, readAt, isLost, refetch } = useLastKnown(getAvailability, { date }, { ...query, enabled })
  const says = data
    ? `${data.availableSpots} of ${readAt === KEPT_AT ? 'yesterday' : 'now'}, ${isLost ? 'lost' : 'read'}`
    : error
      ? 'failed'
      : 'loading'
  return (
    <button type="button" onClick={() => void refetch()}>
      {says}
    </button>
  )
}

function Other() {
  const { data } = useQuery(queryOf(getAvailability, { params: { date: DATE } }))
  return <p>{data ? `other: ${data.availableSpots}` : 'other: loading'}</p>
}

function Toggled() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        toggle
      </button>
      {isOpen && <Page />}
      <Other />
    </>
  )
}

function Moved() {
  const [date, setDate] = useState(DATE)
  return (
    <>
      <Page date={date} />
      <button type="button" onClick={() => setDate('2027-05-21')}>
        move
      </button>
    </>
  )
}

const shows = (text: string) => screen.findByText(text, undefined, { timeout: 5000 })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2027-05-20T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  customerSession.signOut()
  localStorage.clear()
})

test('an answer is kept with its time, and shown when none comes, until one does again', async () => {
  last.keep(spots(2), KEPT_AT)
  let isOn = false
  answerWith({ [ASKED]: () => (isOn ? Response.json(spots(3)) : Promise.reject(new TypeError('no line'))) })
  show(<Page />)
  await shows('2 of yesterday, lost')
  expect(last.read()).toEqual({ at: KEPT_AT, data: spots(2) })
  isOn = true
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  await shows('3 of now, read')
  expect(last.read()?.data).toEqual(spots(3))
})

test('an answer that takes too long is waited for behind the last one', async () => {
  last.keep(spots(2), KEPT_AT)
  const slow = Promise.withResolvers<Response>()
  answerWith({ [ASKED]: () => slow.promise })
  show(<Page />)
  await shows('loading')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await shows('2 of yesterday, lost')
  slow.resolve(Response.json(spots(1)))
  await shows('1 of now, read')
})

test('what this device kept is no answer for other screens, nor once the page is opened again', async () => {
  last.keep(spots(2), KEPT_AT)
  answerWith({ [ASKED]: () => new Promise(() => {}) })
  show(<Toggled />)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await shows('2 of yesterday, lost')
  await shows('other: loading')
  const toggle = screen.getByRole('button', { name: 'toggle' })
  fireEvent.click(toggle)
  fireEvent.click(toggle)
  await shows('loading')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await shows('2 of yesterday, lost')
})

test('what this device kept of one thing is never shown for another', async () => {
  last.keep(spots(2), KEPT_AT)
  const [asked, next] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  answerWith({ [ASKED]: () => asked.promise, 'GET /api/bookings/availability/2027-05-21': () => next.promise })
  show(<Moved />)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await shows('2 of yesterday, lost')
  fireEvent.click(screen.getByRole('button', { name: 'move' }))
  await shows('loading')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await shows('loading')
})

test('what the server said is over stays over without a line', async () => {
  let asked = 0
  const answers = [
    () => Response.json(spots(3)),
    refused(404, "This link doesn't work anymore.", 'trip-link-invalid'),
    () => Promise.reject(new TypeError('no line')),
  ]
  answerWith({ [ASKED]: () => answers[asked++]!() })
  show(<Page />)
  await shows('3 of now, read')
  fireEvent.click(screen.getByRole('button'))
  await shows('failed')
  fireEvent.click(screen.getByRole('button'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(asked).toBe(3)
  await shows('failed')
  expect(localStorage).toHaveLength(0)
})

test('what is not asked for is neither shown nor asked for again', async () => {
  last.keep(spots(2), KEPT_AT)
  const asked = answerWith({ [ASKED]: () => Response.json(spots(3)) })
  show(<Page enabled={false} />)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  await shows('loading')
  expect(asked).toEqual([])
})

test('an answer of a clock that was far ahead is not kept until then', () => {
  last.keep(spots(2), Date.now() + 8 * 24 * 3_600_000)
  expect(last.read()).toBeUndefined()
})

test('negative control: with a line nothing older is shown, and without a last answer the page fails', async () => {
  last.keep(spots(2), KEPT_AT)
  answerWith({ [ASKED]: () => Response.json(spots(3)) })
  show(<Page />)
  await shows('3 of now, read')
  localStorage.clear()
})

test('what the server says is over is dropped, also where the last answer is shown', async () => {
  last.keep(spots(2), KEPT_AT)
  const slow = Promise.withResolvers<Response>()
  answerWith({ [ASKED]: () => slow.promise })
  show(<Page />)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await shows('2 of yesterday, lost')
  slow.resolve(refused(404, "This link doesn't work anymore.", 'trip-link-invalid')())
  await shows('failed')
  expect(localStorage).toHaveLength(0)
})

test('an answer is kept for 7 days at most, for its reader alone, and nothing is left after signing out', () => {
  const [ann, bo] = [1, 2].map((id) => ({ token: `${id}`, user: { id, username: `${id}`, role: 'USER' } }) as Session)
  const waiver = lastAnswer(getBookingWaiver, { id: 7 })
  waiver.keep({ waiver: null })
  expect(localStorage, 'of nobody').toHaveLength(0)
  customerSession.signIn(ann!)
  waiver.keep({ waiver: null })
  last.keep(spots(2))
  const stored = { ...localStorage }
  expect(waiver.read()?.data).toEqual({ waiver: null })
  customerSession.signIn(bo!)
  Object.assign(localStorage, stored)
  expect(waiver.read()).toBeUndefined()
  vi.setSystemTime(new Date('2027-05-27T09:00:00Z'))
  expect(last.read()).toBeUndefined()
  customerSession.signOut()
  expect(localStorage).toHaveLength(0)
})
