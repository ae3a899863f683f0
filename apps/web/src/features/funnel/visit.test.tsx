import { FUNNEL_STEPS } from '@arcadia/contract/site/funnel'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { track } from '../../analytics/track.ts'
import { countVisit, STEPS } from './visit.ts'

let sent: (readonly string[])[]
let stop: () => void
beforeEach(() => {
  sent = []
  window.history.replaceState(null, '', '/')
  stop = countVisit((steps) => sent.push(steps))
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

function hide(hidden = true) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
const reach = (label: string) => track({ name: 'booking_step', label })

test('a visit sends what it reached when it is hidden, and later only what came since', () => {
  reach('Date')
  expect(sent).toEqual([])
  hide()
  hide(false)
  hide()
  reach('Guests')
  reach('Date')
  reach('Guests')
  hide()
  expect(sent).toEqual([['SITE', 'DATE'], ['GUESTS']])
})

test('a later step counts those before it, so that none has more visits than the one before', () => {
  reach('Payment')
  track({ name: 'enquiry_sent' })
  reach('Confirm')
  hide()
  expect(sent).toEqual([['SITE', 'DATE', 'GUESTS', 'PAYMENT', 'BOOKED']])
})

test('who comes to another page than the landing page is no visit until the booking dialog opens', () => {
  stop()
  window.history.replaceState(null, '', '/bookings')
  stop = countVisit((steps) => sent.push(steps))
  hide()
  expect(sent).toEqual([])
  reach('Date')
  hide()
  expect(sent).toEqual([['SITE', 'DATE']])
})

test('its steps are those of the contract', () => {
  expect(STEPS).toEqual(FUNNEL_STEPS)
})
