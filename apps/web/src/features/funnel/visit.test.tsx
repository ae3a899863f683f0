import { addresses } from '@arcadia/contract/addresses'
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

test('a visit sends its steps when hidden, and later only new ones', () => {
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

test('a later step counts the earlier ones, so no step has more visits than the one before', () => {
  reach('Payment')
  track({ name: 'enquiry_sent' })
  reach('Confirm')
  hide()
  expect(sent).toEqual([['SITE', 'DATE', 'GUESTS', 'PAYMENT', 'BOOKED']])
})

test('a visit that starts on another page does not count until the booking dialog opens', () => {
  stop()
  window.history.replaceState(null, '', addresses.bookings.href())
  stop = countVisit((steps) => sent.push(steps))
  hide()
  expect(sent).toEqual([])
  reach('Date')
  hide()
  expect(sent).toEqual([['SITE', 'DATE']])
})

test('its steps match the contract', () => {
  expect(STEPS).toEqual(FUNNEL_STEPS)
})
