import { CurrentHold } from '@arcadia/contract/holds'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../../api/query-client.ts'
import { aHold, DATE, field, HOLD_ID, NEXT, OPEN, open, press, site, type } from '../../testing/a-booking-dialog.tsx'
import { refused, textOf } from '../../testing/show.tsx'
import { ownHolds } from '../holds/own-hold.ts'

const TAKEN = "These spots were just booked by phone. You weren't charged."
async function comeToStep3() {
  open({ date: DATE })
  await type('Number of anglers', '2')
  fireEvent.click(await screen.findByRole('checkbox'))
  await press('Continue')
  await screen.findByText(/^Pay \$/)
}

test('the card form opens with the answer of the hold, at the prices that it froze', async () => {
  site.deposit = 400
  site.isAnswered = false
  await comeToStep3()
  expect(screen.getByText(/^Pay \$/).textContent).toContain('$800')
})

test('where no deposit is asked for, agreeing names no gift', async () => {
  site.quoted = 0
  open({ date: DATE })
  const agree = await screen.findByRole('checkbox')
  expect(agree.closest('label')!.textContent).toMatch(/ahead\.$/)
})

test('spots booked by phone are told before Pay, with mornings to tap that have room for the group', async () => {
  await comeToStep3()
  site.ended = { reason: 'spots-taken', message: TAKEN }
  fireEvent(window, new Event('visibilitychange'))
  expect((await screen.findByRole('alert')).textContent).toContain(TAKEN)
  expect(screen.queryByText(/^Pay \$/)).toBeNull()
  expect(screen.queryByText(/Time expired/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Dismiss' }), 'the reason stays with the mornings').toBeNull()
  site.ended = undefined
  expect(screen.queryByText('Fri, Jun 12'), 'room for one').toBeNull()
  await press('Thu, Jun 11')
  await screen.findByText('Held for you')
  expect(screen.getByText('Thu, Jun 11')).toBeDefined()
  expect(screen.getByText(/^Pay \$/)).toBeDefined()
})

test('Back gives the spots back also before the browser has granted the claim', async () => {
  const locks = { request: () => new Promise(() => {}) }
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks }, onLine: { value: true } }))
  await comeToStep3()
  await press('Back')
  await waitFor(() => expect(site.asked).toContain(`DELETE /api/bookings/holds/${HOLD_ID}`))
})

test('what another tab holds now is said calmly, and taking it back says what that lets go', async () => {
  await comeToStep3()
  site.elsewhere = aHold(NEXT, 1)
  site.ended = { reason: 'hold-released', message: "You're holding Thu, Jun 11 in another tab." }
  fireEvent(window, new Event('visibilitychange'))
  const told = await screen.findByText(site.ended.message)
  expect(told.closest('[role=status]')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await screen.findByText(/holding Tue, Jun 9 here lets Thu, Jun 11 go\.$/)
  expect(screen.queryByText('Dismiss')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Back')
  site.ended = undefined
  await press('Hold Tue, Jun 9 instead')
  expect(await screen.findByRole('timer')).toBeDefined()
})

test('the same date gone on with in another tab for another group is said so, and gone on with here', async () => {
  await comeToStep3()
  site.elsewhere = aHold(DATE, 1)
  site.ended = { reason: 'hold-released', message: "You're booking Tue, Jun 9 in another tab." }
  fireEvent(window, new Event('visibilitychange'))
  await screen.findByText(site.ended.message)
  expect(screen.queryByText(/lets|wasn't charged/)).toBeNull()
  site.ended = undefined
  await press('Continue here')
  expect(await screen.findByRole('timer')).toBeDefined()
})

test('a private morning that another tab holds stays private here', async () => {
  site.privateSpotPrice = 250
  site.days = { [DATE]: { ...OPEN, availableSpots: 0, bookable: false, reason: 'HELD' }, [NEXT]: OPEN }
  site.hold = { ...aHold(DATE, 2), holdId: HOLD_ID, ...{ privateMorning: { spots: 4, spotPrice: 250 } } }
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Make it private/)).checked).toBe(true)
  await screen.findByText("The boat is yours once you're booked.")
})

test('a hold that this tab found is left to the tab that made it', async () => {
  site.hold = { ...aHold(DATE, 2), holdId: HOLD_ID }
  open()
  // Step 2, with the clock of what was found.
  await screen.findByText('Held for you')
  await press('Back')
  await screen.findByRole('grid')
  expect(site.asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
})

test('spots that this tab found held are free for their customer, in the calendar and in step 2', async () => {
  site.days = { [DATE]: { ...OPEN, availableSpots: 0, bookable: false, reason: 'HELD' }, [NEXT]: OPEN }
  site.hold = { ...aHold(DATE, 4), holdId: HOLD_ID }
  open()
  await screen.findByText('Held for you')
  fireEvent.click(screen.getByRole('button', { name: 'Change the date' }))
  expect(await screen.findByRole('button', { name: /June 9 4 left$/ })).toBeDefined()
  expect(screen.getByRole('timer')).toBeDefined()
  expect(screen.queryByText(/held right now|No date picked yet/)).toBeNull()
  await press('Continue')
  expect((await field('Number of anglers')).querySelectorAll('option')).toHaveLength(4)
  expect(screen.getByRole('timer')).toBeDefined()
})

test('a clock that runs out in step 2 says so and what to do, and leaves the focus where it is', async () => {
  site.hold = { ...aHold(DATE, 2), holdId: HOLD_ID, expiresAt: new Date(Date.now() + 400).toISOString() }
  open()
  const anglers = await field('Number of anglers')
  // A new step takes the focus first.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Step 2 of 4: Guests'))
  anglers.focus()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Time expired. Please go back and reselect.Or press Continue to hold the spots again.',
  )
  expect(screen.queryByRole('timer')).toBeNull()
  expect(document.activeElement).toBe(anglers)
})

test('a date that is gone says so above the form, not as a wrong number of anglers, and leads back to the calendar', async () => {
  site.days = { [DATE]: { ...OPEN, bookable: false, reason: 'BLACKOUT' }, [NEXT]: OPEN }
  open({ date: DATE })
  expect((await screen.findByRole('alert')).textContent).toBe('The guide is away on Tuesday, June 9. Pick another date')
  expect((await field('Number of anglers')).getAttribute('aria-invalid')).not.toBe('true')
  expect((await screen.findByText('Continue')).closest('button')?.disabled).toBe(true)
  expect(await screen.findByText('Thu, Jun 11')).toBeDefined()
  await press('Pick another date')
  await screen.findByRole('grid')
})

test('closing in step 3 says that the date is open again, and one tap holds it as before', async () => {
  await comeToStep3()
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Jun 9 is open again')).toBeDefined()
  expect(site.asked).toContain(`DELETE /api/bookings/holds/${HOLD_ID}`)
  await press('Hold it again')
  await waitFor(() => expect(site.asked.filter((one) => one === 'POST /api/bookings/holds')).toHaveLength(2))
  const kept = () => JSON.parse(sessionStorage.getItem('arcadia.booking') ?? '{}')
  await waitFor(() => expect(kept()).toMatchObject({ selectedDate: DATE, madeHere: HOLD_ID }))
  expect(kept().details).toMatchObject({ numberOfGuests: 2, acceptsTerms: true })
  expect(ownHolds.has(HOLD_ID)).toBe(true)
})

test('a card that could not be sent says first that nothing was charged, and its button presses Pay again', async () => {
  await comeToStep3()
  await press('Use sandbox test card')
  const whenOnline = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await press(/^Pay \$/)
  const told = await screen.findByRole('alert')
  expect(told.textContent).toMatch(
    /^You weren't charged\. Check your connection and press Pay again\.Failed to tokenize card information/,
  )
  vi.stubGlobal('fetch', whenOnline)
  await press('Pay again')
  await waitFor(() => expect(site.paid).toHaveLength(1))
})

const turn = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  fireEvent(window, new Event(isOnline ? 'online' : 'offline'))
}

test('Continue without a connection says so, that the line is back once it is, and holds at the next press', async () => {
  open({ date: DATE })
  fireEvent.click(await screen.findByRole('checkbox'))
  turn(false)
  const whenOnline = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await press('Continue')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to verify slot availability. Check your connection and try again.',
  )
  vi.stubGlobal('fetch', whenOnline)
  turn(true)
  const back = await screen.findByText("You're back online. Press Continue.")
  expect(back.closest('[role=status]')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Continue')
  await screen.findByText(/^Pay \$/)
})

test('without a connection an expired date is held again once the line is back', async () => {
  await comeToStep3()
  site.ended = { reason: 'hold-expired', message: 'Time expired. Please go back and reselect.' }
  fireEvent(window, new Event('visibilitychange'))
  await screen.findByText(/^Time expired/)
  turn(false)
  const whenOnline = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await press('Hold this date again')
  await screen.findByText(/^Failed to verify/)
  expect(screen.queryByText('Pay again')).toBeNull()
  vi.stubGlobal('fetch', whenOnline)
  turn(true)
  await screen.findByText("You're back online. You weren't charged; press Hold this date again.")
})

test('without a connection step 3 says so before Pay, and that the line is back until Pay is tapped', async () => {
  await comeToStep3()
  turn(false)
  expect((await screen.findByText(/^No signal\./)).closest('[role=status]')).not.toBeNull()
  await press('Use sandbox test card')
  const whenOnline = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await press(/^Pay \$/)
  await screen.findByText('Pay again')
  // Said once.
  expect(screen.queryByText(/^No signal\./)).toBeNull()
  vi.stubGlobal('fetch', whenOnline)
  turn(true)
  const back = await screen.findByText("You're back online. You weren't charged; press Pay.")
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/^No signal\./)).toBeNull()
  expect(document.activeElement?.textContent).toMatch(/^Pay \$/)
  await press(/^Pay \$/)
  await waitFor(() => expect(site.paid).toHaveLength(1))
  expect(back.isConnected).toBe(false)
})

test('while the payment is being confirmed nothing is said to be due today', async () => {
  await comeToStep3()
  await press('Use sandbox test card')
  site.payment = () => Response.json({ status: 'PROCESSING', booking: null }, { status: 202 }) as never
  await press(/^Pay \$/)
  await screen.findByText('This usually takes a few seconds.')
  const details = screen.getByText('Details').closest('details')!
  expect(details.textContent).toContain('Deposit, being confirmed$700.00')
  expect(details.textContent).not.toContain('due today')
})

test('where one pays first, step 3 has no countdown, and a declined card can be followed by another', async () => {
  site.payFirst = true
  await comeToStep3()
  expect(screen.getByText('Many people are booking right now. These spots are yours when you press Pay.')).toBeDefined()
  expect(screen.queryByRole('timer')).toBeNull()
  site.payment = refused(402, 'Your card was declined.', 'card-declined')
  await press('Use sandbox test card')
  await press(/^Pay \$/)
  expect((await screen.findByRole('alert')).textContent).toContain('Your card was declined.')
  site.payment = refused(409, 'Only 1 spot is left on Tuesday, June 9.', 'not-enough-spots')
  await press('Use another card')
  await press('Use sandbox test card')
  await press(/^Pay \$/)
  expect(textOf(await screen.findByRole('alert'))).toContain(
    "Only 1 spot is left on Tuesday, June 9. You weren't charged.",
  )
  expect(await screen.findByText('Thu, Jun 11')).toBeDefined()
  expect(site.paid.map((body) => (body as { holdId?: string }).holdId)).toEqual([undefined, undefined])
})

const GIFT = {
  senderName: 'Ada',
  recipientName: 'Bo',
  recipientEmail: null,
  words: null,
  picture: 'cypress',
  code: 'WXYZ-2345-ABCD-6789',
  trip: null,
  expiresOn: null,
  uses: [],
  setAside: null,
  status: 'GOOD',
}
const answerGift = (gift: object | null) => {
  const others = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!/\bgifts\b/.test(String(url))) return others(url, init)
    return gift ? Response.json(gift) : refused(404, 'No such gift.', 'voucher-not-found')()
  })
}

test('an offer is filled in with its own gift, not with that of a hold, which keeps it', async () => {
  answerGift(GIFT)
  const offer = aHold(DATE, 1, true)
  site.hold = { ...aHold(NEXT, 1), giftCode: GIFT.code }
  open({ offer: z.decode(CurrentHold, offer) })
  await screen.findByText('Use a gift code')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByLabelText('Gift code')).toBeNull()
  cleanup()
  open({ offer: z.decode(CurrentHold, { ...offer, giftCode: GIFT.code }) })
  expect((await field('Gift code')).value).toBe(GIFT.code)
})

test.for([
  [
    'for a whole trip',
    { ...GIFT, worth: 2500, left: 2500, trip: { packageType: 'TROPHY', numberOfGuests: 1 } },
    GIFT.code,
    'Many people are booking right now. Try again in a few minutes.',
  ],
  ['for a part', { ...GIFT, worth: 500, left: 500 }, GIFT.code, /Leave it out and pay the deposit by card/],
  ['that is wrong', null, GIFT.code, 'No such gift. Leave this empty to pay by card.'],
  ['that is too short', null, 'WXYZ', /^That code is too short\./],
] as const)(
  'where one pays first, a gift code %s is answered by what is so, and pays nothing',
  async ([, gift, code, says]) => {
    site.payFirst = true
    answerGift(gift)
    open({ date: DATE })
    await press('Use a gift code')
    await type('Gift code', code)
    fireEvent.click(await screen.findByRole('checkbox'))
    if (gift) await screen.findByText(/^Takes \$/)
    await press('Continue')
    const told = await screen.findByText(says)
    expect((await field('Gift code')).getAttribute('aria-describedby')?.split(' ')).toContain(told.id)
    expect(screen.queryByText(/^Takes \$/)).toBeNull()
    expect(screen.getByText('Due today').textContent).toBe('Due today $350.00')
  },
)
