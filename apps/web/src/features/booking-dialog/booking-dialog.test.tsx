import type { Session } from '@arcadia/contract/accounts'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { CurrentHold, type HoldEnd, PAY_FIRST_MESSAGE } from '@arcadia/contract/holds'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../../api/query-client.ts'
import { QueryRoot } from '../../api/query-root.tsx'
import type { DialogOptions } from '../../dialogs.ts'
import { customerSession } from '../../session/session.tsx'
import { answerWith, refused, show, textOf } from '../../testing/show.tsx'
import { keepGift } from '../gift-vouchers/gift-in-hand.ts'
import { ownHolds } from '../holds/own-hold.ts'
import { BookingDialog } from './booking-dialog.tsx'

const HOLD_ID = 'f2c0a8de-6b1f-4b0f-9a53-2f6f0d0a4c11'
const DATE = '2099-06-09'
const NEXT = '2099-06-11'
const OPEN = { existingBookings: 0, existingGroups: 0, availableSpots: 4, isAtCapacity: false, bookable: true }
const CONFIG = {
  ...FALLBACK_CONFIG,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  seasonStart: '2099-05-16',
  seasonEnd: '2099-09-05',
}
const ADA = {
  token: 'token',
  user: {
    id: 7,
    email: 'ada@example.com',
    emailConfirmed: true,
    firstName: 'Ada',
    lastName: 'Angler',
    phoneNumber: '(863) 555-0142',
  },
} as Session

/** A stream without events. */
class Silence extends EventTarget {
  close() {}
}

/** As the server knows it; a page that no stream reaches learns of it when it asks. */
let spotsLeft: number
let asked: string[]
let hold: ReturnType<typeof aHold> | null
let ended: HoldEnd | undefined
/** What another tab holds since. */
let elsewhere: ReturnType<typeof aHold> | null
let days: Record<string, object>
/** Whether guests can't book anything yet. */
let isWaiting: boolean
let payFirst: boolean
/** Why nothing can be held. */
let holding: ReturnType<typeof refused> | undefined
/** What each empty spot of a private morning costs. */
let privateSpotPrice: number | null
/** What a hold freezes. */
let deposit: number
/** What the site asks for now. */
let quoted: number
/** Whether a page that asks about its hold hears of it. */
let isAnswered: boolean
let payment: ReturnType<typeof refused>
let paid: unknown[]

const aHold = (selectedDate: string, numberOfGuests: number, isOffer = false) => ({
  holdId: crypto.randomUUID(),
  expiresAt: new Date(Date.now() + 300_000).toISOString(),
  holdDurationMinutes: 5,
  selectedDate,
  numberOfGuests,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  isOffer,
})

document.head.innerHTML = '<script type="application/json" id="site-data">{"testMode":true}</script>'

beforeEach(() => {
  spotsLeft = 4
  hold = null
  ended = undefined
  elsewhere = null
  days = { [DATE]: OPEN, [NEXT]: OPEN, '2099-06-12': { ...OPEN, availableSpots: 1 } }
  payFirst = false
  holding = undefined
  privateSpotPrice = null
  isWaiting = false
  deposit = 350
  quoted = 350
  isAnswered = true
  payment = refused(409, 'Time expired. Please go back and reselect.', 'hold-expired')
  paid = []
  customerSession.signIn(ADA)
  vi.stubGlobal('EventSource', Silence)
  asked = answerWith({
    'GET /api/bookings/config': () =>
      Response.json({
        ...CONFIG,
        depositPerGuest: quoted,
        privateSpotPrice,
        ...(isWaiting && { opensOn: '2099-01-05' }),
      }),
    'GET /api/bookings/availability/range': () => Response.json(days),
    'GET /api/quickbooks/oauth/status': () =>
      Response.json({ isConnected: true, realmId: '1', needsRefresh: false, message: '' }),
    'POST /api/bookings/check-availability': (body) => {
      const { numberOfGuests } = body as { numberOfGuests: number }
      const message = `Only ${spotsLeft} spots are left on Tuesday, June 9.`
      return Response.json(
        numberOfGuests <= spotsLeft ? { available: true, message: '' } : { available: false, message },
      )
    },
    'POST /api/bookings/holds': (body) => {
      if (holding) return holding()
      const { selectedDate, numberOfGuests, isPrivate } = body as {
        selectedDate: string
        numberOfGuests: number
        isPrivate: boolean
      }
      const privateMorning = isPrivate ? { spots: 4, spotPrice: privateSpotPrice } : undefined
      const { holdId: _, expiresAt, ...spots } = { ...aHold(selectedDate, numberOfGuests), privateMorning }
      if (payFirst) return Response.json({ payFirst, message: PAY_FIRST_MESSAGE, ...spots }, { status: 202 })
      hold = { ...spots, expiresAt, holdId: HOLD_ID, depositPerGuest: deposit }
      return Response.json(hold, { status: 201 })
    },
    'GET /api/bookings/holds/current': () =>
      isAnswered || !hold
        ? Response.json(
            ended ? { hold: elsewhere, attempt: null, booking: null, ended } : { hold, attempt: null, booking: null },
          )
        : new Promise(() => {}),
    [`PUT /api/bookings/holds/${HOLD_ID}/voucher`]: refused(
      404,
      "We can't find a gift with that code. Please check it.",
      'voucher-not-found',
    ),
    [`DELETE /api/bookings/holds/${HOLD_ID}`]: () => new Response(null, { status: 204 }),
    'POST /api/payments/tokens': () => Response.json({ value: 'card-token' }),
    'POST /api/bookings/payment': (body) => {
      paid.push(body)
      return payment()
    },
  })
})
afterEach(() => {
  customerSession.signOut()
  sessionStorage.clear()
  ownHolds.clear()
  queryClient.clear()
})

function open(options: DialogOptions['booking'] = {}) {
  return show(
    <QueryRoot>
      <BookingDialog {...options} onClose={() => {}} />
    </QueryRoot>,
  )
}
/** By text, because finding roles on so large a page is slow. */
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByText(name, { selector: 'button *, button' }))
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
async function type(label: string, value: string) {
  fireEvent.change(await field(label), { target: { value } })
}

test('step 2 says who else is on the boat, and names mornings with more spots, one tap away', async () => {
  days = {
    [DATE]: { ...OPEN, existingBookings: 2, existingGroups: 1, availableSpots: 2 },
    [NEXT]: OPEN,
    '2099-06-12': { ...OPEN, availableSpots: 1 },
  }
  open({ date: DATE })
  await screen.findByText('One other group, 2 anglers, is on this boat.')
  const fold = (await screen.findByText('Need 4?')).closest('details')!
  expect(fold.open).toBe(false)
  expect(fold.textContent).toContain('2 spots left this morning.')
  const notice = screen.getByText('The nearest mornings with room:').parentElement!
  expect(within(notice).queryByText(/Jun 12/)).toBeNull()
  fireEvent.click(within(notice).getByText('Thu, Jun 11'))
  await screen.findByText('Nobody else yet; another group can still book.')
  expect(screen.queryByText(/left this morning/)).toBeNull()
  expect(screen.getByText('Thu, Jun 11')).toBeTruthy()
})

test('larger groups are invited to enquire where a group is as large as it can be, and nobody else is asked', async () => {
  open({ date: DATE })
  await screen.findByText('Nobody else yet; another group can still book.')
  expect(screen.queryByText(/^Fishing with more than four\?/)).toBeNull()
  await type('Number of anglers', '4')
  await screen.findByText(/^Fishing with more than four\?/)
})

test('a gift of a trip sets anglers and package wherever booking starts', async () => {
  const trip = { packageType: 'STANDARD', numberOfGuests: 2 } as const
  keepGift({ code: 'WXYZ-2345-ABCD-6789', says: 'A Standard trip for 2 anglers', trip })
  open()
  expect((await field('2 anglers')).checked).toBe(true)
  cleanup()
  open({ date: DATE })
  expect((await field('Number of anglers')).value).toBe('2')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Standard/ }).checked).toBe(true)
})

test('date, what is due and whose card it is are in sight; what is known is not asked, and opens as a field where it is wrong', async () => {
  open({ date: DATE })
  await screen.findByText('Tue, Jun 9')
  expect(screen.getByText('Due today').textContent).toBe('Due today $350.00')
  expect(screen.queryByLabelText('Phone')).toBeNull()
  expect(screen.getByText('(863) 555-0142')).toBeTruthy()
  fireEvent.click(screen.getByText('Edit'))
  await type('Phone', '12')
  fireEvent.click(screen.getByRole('checkbox'))
  await press('Continue')
  expect(document.activeElement).toBe(await field('Phone'))
  await type('Phone', '863-555-0199')
  await type('Number of anglers', '2')
  expect(screen.getByText('Due today').textContent).toBe('Due today $700.00')
  await press('Continue')
  expect((await field('Cardholder name')).value).toBe('Ada Angler')
  expect(screen.getByText('Due today').nextElementSibling!.textContent).toBe('Pay $700.00 USD')
  const details = screen.getByText('Details').closest('details')!
  expect(details.open).toBe(false)
  expect(details.querySelector('summary')!.textContent).toBe('$5,000.00 total, $4,300.00 due laterHideDetails')
  fireEvent.click(screen.getByLabelText('Change the date'))
  await screen.findByLabelText('Next month')
  expect(asked).toContain(`DELETE /api/bookings/holds/${HOLD_ID}`)
})

test('a likely typo in the address of the account is asked about before it is paid, and mended at a tap', async () => {
  customerSession.signIn({ ...ADA, user: { ...ADA.user, email: 'ada@gmial.com' } })
  open({ date: DATE })
  await press('ada@gmail.com')
  expect(screen.queryByText(/^Did you mean/)).toBeNull()
  fireEvent.click(screen.getByRole('checkbox'))
  await press('Continue')
  await press('Use sandbox test card')
  await press(/^Pay/)
  await waitFor(() => expect(paid).toMatchObject([{ bookingData: { email: 'ada@gmail.com' } }]))
})

test('where the owner has a price for it, the empty spots can be bought: a line of the sum, and nothing more due today', async () => {
  privateSpotPrice = 250
  open({ date: DATE })
  await type('Number of anglers', '2')
  const box = await screen.findByLabelText<HTMLInputElement>(/^Make it private\s*\$500\.00\s*For the 2 empty spots:/)
  fireEvent.click(box)
  await screen.findByText('The boat is yours: nobody else can book.')
  const line = (label: string) => screen.getByText(label).parentElement!.textContent
  expect(line('Private morning, 2 empty spots')).toContain('$500.00')
  expect(line('Total')).toContain('$5,500.00')
  expect(screen.getByText('Due today').textContent).toBe('Due today $700.00')
  await type('Number of anglers', '4')
  expect(screen.queryByLabelText(/^Make it private/)).toBeNull()
  expect(screen.queryByText('Total')).toBeNull()
  await type('Number of anglers', '3')
  await screen.findByLabelText(/^Make it private\s*\$250\.00\s*For the 1 empty spot:/)
  fireEvent.click(screen.getByLabelText(/I'm 18 or older/))
  await press('Continue')
  const summary = (await screen.findByText('Details')).closest('details')!
  expect(summary.textContent).toContain('$7,750.00 total, $6,700.00 due later')
  for (const row of [
    'PackageTrophy',
    '3 anglers × $2,500.00$7,500.00',
    'Private morning, 1 empty spot$250.00',
    'Total$7,750.00',
  ])
    expect(summary.textContent).toContain(row)
  await press('Use sandbox test card')
  await press(/^Pay/)
  await waitFor(() => expect(paid).toHaveLength(1))
  expect(paid[0]).toMatchObject({ bookingData: { isPrivate: true }, paymentData: { amount: 1050 } })
})

test('nothing is offered beside another group, and a group that came meanwhile is told, without the extra price', async () => {
  privateSpotPrice = 250
  open({ date: DATE })
  fireEvent.click(await screen.findByLabelText(/^Make it private/))
  fireEvent.click(screen.getByLabelText(/I'm 18 or older/))
  days = { [DATE]: { ...OPEN, availableSpots: 3 }, [NEXT]: OPEN }
  const message = "Another group has spots on Tuesday, June 9, so that morning can't be private."
  holding = refused(409, message, 'not-private')
  await press('Continue')
  expect(textOf(await screen.findByRole('alert'))).toContain(message)
  await waitFor(() => expect(screen.queryByLabelText(/^Make it private/)).toBeNull())
  expect(screen.queryByText('Total')).toBeNull()
  holding = undefined
  await press('Continue')
  const summary = (await screen.findByText('Details')).closest('details')!
  expect(summary.textContent).toContain('$2,500.00 total')
})

test('a page without news learns of lost spots on the next check, and after time runs out the same date is held again with what was typed', async () => {
  open({ date: DATE })
  await type('Number of anglers', '3')
  fireEvent.click(screen.getByRole('checkbox'))
  spotsLeft = 2
  await press('Continue')
  expect((await screen.findByRole('alert')).textContent).toContain('Only 2 spots are left on')
  expect(screen.getByText('Ada Angler')).toBeDefined()

  await type('Number of anglers', '2')
  await press('Continue')
  await press('Use sandbox test card')
  expect(screen.getByRole('timer')).toBeDefined()
  expect((await field('Card number')).value).not.toBe('')
  vi.setSystemTime(Date.now() + 301_000)
  expect((await screen.findByRole('alert')).textContent).toContain('Time expired. Please go back and reselect.')
  expect(screen.queryByLabelText('Card number')).toBeNull()
  expect(screen.queryByText(/^Pay \$/)).toBeNull()
  await screen.findByText('2 anglers ×', { exact: false })
  await press('Hold this date again')
  await waitFor(async () => expect(document.activeElement).toBe(await field('Card number')))
  expect((await field('Card number')).value).toBe('')
  expect((await field('CVV')).value).toBe('')
  expect((await field('Street address')).value).toBe('100 Test Street')
  expect(asked.filter((one) => one === 'POST /api/bookings/holds')).toHaveLength(2)
})

test('how many come is asked before the calendar, which offers only mornings with room for all of them', async () => {
  days = { [DATE]: { ...OPEN, existingBookings: 2, existingGroups: 1, availableSpots: 2 }, [NEXT]: OPEN }
  open({ lostDate: DATE })
  await screen.findByLabelText('Tuesday, June 9 2 left')
  expect(document.querySelector('[name=party]:checked'), 'nobody said how many yet').toBeNull()
  fireEvent.click(screen.getByLabelText('4 anglers'))
  const tooFew = await screen.findByLabelText('Tuesday, June 9 too few')
  expect(tooFew.ariaDisabled).toBe('true')
  await screen.findByText('Only 2 spots are left on Tuesday, June 9.')
  fireEvent.click(screen.getByLabelText('Thursday, June 11 4 left'))
  expect((await field('Number of anglers')).value).toBe('4')
  await screen.findByText('The boat is yours: your group takes every spot.')
})

test('two presses of Next before the month has turned lead two months on, and never past the season', async () => {
  open({ lostDate: DATE })
  const next = await screen.findByLabelText('Next month')
  const month = () => screen.getByText(/^[A-Z][a-z]+ 2099$/).textContent
  const pressTwice = () => act(() => [next.click(), next.click()])
  expect(month()).toBe('June 2099')
  pressTwice()
  expect(month()).toBe('August 2099')
  pressTwice()
  expect(month()).toBe('September 2099')
})

test('an offer that ran out while paying claims nothing of others and leads back to the calendar', async () => {
  open({ offer: z.decode(CurrentHold, aHold(DATE, 1, true)) })
  fireEvent.click(await screen.findByRole('checkbox'))
  await press('Continue')
  await press('Use sandbox test card')
  await press(/^Pay \$/)
  const said = await screen.findByText(
    /^Your hold ran out\. Go back to the calendar to see if the spots are still open\./,
  )
  fireEvent.click(within(said.closest<HTMLElement>('[role=alert]')!).getByText('Back'))
  expect(await screen.findByRole('grid')).toBeDefined()
})

test.each([
  ['WXYZ-2345-ABCD-6789', "We can't find a gift with that code. Please check it."],
  ['nonsense', 'That code is too short. A whole one has 16 letters and numbers.'],
  ['WXYZ-2345-ABCD-678O', 'A code never has the letters I, L, and O or the numbers zero and one.'],
])(
  'a wrong gift voucher code (%s) is told at its field, which takes the focus, until it is typed again',
  async (code, words) => {
    open({ date: DATE })
    await press('Use a gift code')
    await type('Gift code', code)
    fireEvent.click(screen.getByRole('checkbox'))
    await press('Continue')
    const told = await screen.findByText(words)
    const input = await field('Gift code')
    expect(input.getAttribute('aria-describedby')?.split(' ')).toContain(told.id)
    expect(document.activeElement).toBe(input)
    expect(screen.queryByRole('alert')).toBeNull()
    await type('Gift code', `${code}1`)
    expect(screen.queryByText(words)).toBeNull()
  },
)

const TAKEN = "These spots were just booked by phone. You weren't charged."
async function comeToStep3() {
  open({ date: DATE })
  await type('Number of anglers', '2')
  fireEvent.click(await screen.findByRole('checkbox'))
  await press('Continue')
  await screen.findByText(/^Pay \$/)
}

test('the card form opens with the answer of the hold, at the prices that it froze', async () => {
  deposit = 400
  isAnswered = false
  await comeToStep3()
  expect(screen.getByText(/^Pay \$/).textContent).toContain('$800')
})

test('where no deposit is asked for, agreeing names no gift', async () => {
  quoted = 0
  open({ date: DATE })
  const agree = await screen.findByRole('checkbox')
  expect(agree.closest('label')!.textContent).toMatch(/ahead\.$/)
})

test('spots booked by phone are told before Pay, with mornings to tap that have room for the group', async () => {
  await comeToStep3()
  ended = { reason: 'spots-taken', message: TAKEN }
  fireEvent(window, new Event('visibilitychange'))
  expect((await screen.findByRole('alert')).textContent).toContain(TAKEN)
  expect(screen.queryByText(/^Pay \$/)).toBeNull()
  expect(screen.queryByText(/Time expired/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Dismiss' }), 'the reason stays with the mornings').toBeNull()
  ended = undefined
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
  await waitFor(() => expect(asked).toContain(`DELETE /api/bookings/holds/${HOLD_ID}`))
})

test('what another tab holds now is said calmly, and taking it back says what that lets go', async () => {
  await comeToStep3()
  elsewhere = aHold(NEXT, 1)
  ended = { reason: 'hold-released', message: "You're holding Thu, Jun 11 in another tab." }
  fireEvent(window, new Event('visibilitychange'))
  const told = await screen.findByText(ended.message)
  expect(told.closest('[role=status]')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await screen.findByText(/holding Tue, Jun 9 here lets Thu, Jun 11 go\.$/)
  expect(screen.queryByText('Dismiss')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Back')
  ended = undefined
  await press('Hold Tue, Jun 9 instead')
  expect(await screen.findByRole('timer')).toBeDefined()
})

test('a private morning that another tab holds stays private here', async () => {
  privateSpotPrice = 250
  days = { [DATE]: { ...OPEN, availableSpots: 0, bookable: false, reason: 'HELD' }, [NEXT]: OPEN }
  hold = { ...aHold(DATE, 2), holdId: HOLD_ID, ...{ privateMorning: { spots: 4, spotPrice: 250 } } }
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Make it private/)).checked).toBe(true)
  await screen.findByText('The boat is yours: nobody else can book.')
})

test('a hold that this tab found is left to the tab that made it', async () => {
  hold = { ...aHold(DATE, 2), holdId: HOLD_ID }
  open()
  // Step 2, with the clock of what was found.
  await screen.findByText('Holding Tue, Jun 9 for you')
  await press('Back')
  await screen.findByRole('grid')
  expect(asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
})

test('spots that this tab found held are free for their customer, in the calendar and in step 2', async () => {
  days = { [DATE]: { ...OPEN, availableSpots: 0, bookable: false, reason: 'HELD' }, [NEXT]: OPEN }
  hold = { ...aHold(DATE, 4), holdId: HOLD_ID }
  open()
  await screen.findByText('Holding Tue, Jun 9 for you')
  fireEvent.click(screen.getByRole('button', { name: 'Change the date' }))
  expect(await screen.findByRole('button', { name: /June 9 4 left$/ })).toBeDefined()
  expect(screen.getByRole('timer')).toBeDefined()
  expect(screen.queryByText(/held right now|No date picked yet/)).toBeNull()
  await press('Continue')
  expect((await field('Number of anglers')).querySelectorAll('option')).toHaveLength(4)
  expect(screen.getByRole('timer')).toBeDefined()
})

test('a clock that runs out in step 2 says so and what to do, and leaves the focus where it is', async () => {
  hold = { ...aHold(DATE, 2), holdId: HOLD_ID, expiresAt: new Date(Date.now() + 400).toISOString() }
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
  days = { [DATE]: { ...OPEN, bookable: false, reason: 'BLACKOUT' }, [NEXT]: OPEN }
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
  expect(asked).toContain(`DELETE /api/bookings/holds/${HOLD_ID}`)
  await press('Hold it again')
  await waitFor(() => expect(asked.filter((one) => one === 'POST /api/bookings/holds')).toHaveLength(2))
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
  await waitFor(() => expect(paid).toHaveLength(1))
})

test('without a connection step 3 says so before Pay, and that the line is back until Pay is tapped', async () => {
  await comeToStep3()
  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  const turn = (isOnline: boolean) => {
    onLine.mockReturnValue(isOnline)
    fireEvent(window, new Event(isOnline ? 'online' : 'offline'))
  }
  turn(false)
  expect((await screen.findByText(/^No connection\./)).closest('[role=status]')).not.toBeNull()
  await press('Use sandbox test card')
  const whenOnline = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await press(/^Pay \$/)
  await screen.findByText('Pay again')
  // Said once.
  expect(screen.queryByText(/^No connection\./)).toBeNull()
  vi.stubGlobal('fetch', whenOnline)
  turn(true)
  const back = await screen.findByText("You're back online. You weren't charged; press Pay.")
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/^No connection\./)).toBeNull()
  expect(document.activeElement?.textContent).toMatch(/^Pay \$/)
  await press(/^Pay \$/)
  await waitFor(() => expect(paid).toHaveLength(1))
  expect(back.isConnected).toBe(false)
})

test('while the payment is being confirmed nothing is said to be due today', async () => {
  await comeToStep3()
  await press('Use sandbox test card')
  payment = () => Response.json({ status: 'PROCESSING', booking: null }, { status: 202 }) as never
  await press(/^Pay \$/)
  await screen.findByText('This usually takes a few seconds.')
  const details = screen.getByText('Details').closest('details')!
  expect(details.textContent).toContain('Deposit, being confirmed$700.00')
  expect(details.textContent).not.toContain('due today')
})

test('where one pays first, step 3 has no countdown, and a declined card can be followed by another', async () => {
  payFirst = true
  await comeToStep3()
  expect(screen.getByText('Many people are booking right now. These spots are yours when you press Pay.')).toBeDefined()
  expect(screen.queryByRole('timer')).toBeNull()
  payment = refused(402, 'Your card was declined.', 'card-declined')
  await press('Use sandbox test card')
  await press(/^Pay \$/)
  expect((await screen.findByRole('alert')).textContent).toContain('Your card was declined.')
  payment = refused(409, 'Only 1 spot is left on Tuesday, June 9.', 'not-enough-spots')
  await press('Use another card')
  await press('Use sandbox test card')
  await press(/^Pay \$/)
  expect(textOf(await screen.findByRole('alert'))).toContain(
    "Only 1 spot is left on Tuesday, June 9. You weren't charged.",
  )
  expect(await screen.findByText('Thu, Jun 11')).toBeDefined()
  expect(paid.map((body) => (body as { holdId?: string }).holdId)).toEqual([undefined, undefined])
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
    if (!String(url).includes('/api/gifts')) return others(url, init)
    return gift ? Response.json(gift) : refused(404, 'No such gift.', 'voucher-not-found')()
  })
}

test.for([
  [
    'for a whole trip',
    { ...GIFT, worth: 2500, left: 2500, trip: { packageType: 'TROPHY', numberOfGuests: 1 } },
    GIFT.code,
    'Many people are booking right now. Try again in a few minutes.',
  ],
  ['for a part', { ...GIFT, worth: 500, left: 500 }, GIFT.code, /Leave it out and pay the deposit by card/],
  ['that is wrong', null, GIFT.code, 'No such gift.'],
  ['that is too short', null, 'WXYZ', /^That code is too short\./],
] as const)(
  'where one pays first, a gift code %s is answered by what is so, and pays nothing',
  async ([, gift, code, says]) => {
    payFirst = true
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

const SOON = { ...OPEN, bookable: false, reason: 'OPENS_LATER' }

const FULL = {
  existingBookings: 4,
  existingGroups: 1,
  availableSpots: 0,
  isAtCapacity: true,
  bookable: false,
  reason: 'FULL',
}

test('while no morning is open the calendar says so, and offers the enquiry, and the waitlist of a full one', async () => {
  queryClient.clear()
  const firsts = ['05-20', '06-09', '07-09', '08-09', '09-01'].map((day) => `2099-${day}`)
  days = Object.fromEntries(firsts.map((date) => [date, FULL]))
  open()
  await screen.findByText(/^No morning is open right now. Pick a full one to join its waitlist./)
  expect(screen.getByText('Enquire Now')).toBeDefined()
  expect(screen.queryByText(/Continue|No date picked yet/)).toBeNull()
})

test('while every morning is closed nothing is asked or explained, and the calendar begins with the season', async () => {
  queryClient.clear()
  const firsts = ['05-17', '06-09', '07-09', '08-10', '09-01']
  const away = { ...FULL, reason: 'BLACKOUT' }
  const mornings = (from: number, through: number, reason: string) =>
    Array.from({ length: through - from + 1 }, (_, day) => [
      `2099-05-${String(from + day).padStart(2, '0')}`,
      { ...away, reason },
    ])
  days = {
    ...Object.fromEntries(firsts.map((day) => [`2099-${day}`, away])),
    ...Object.fromEntries([...mornings(1, 15, 'OUTSIDE_SEASON'), ...mornings(16, 31, 'BLACKOUT')]),
  }
  open()
  await screen.findByText(/^No morning is open right now\./)
  expect(screen.queryByText(/How many of you|Few left/)).toBeNull()
  expect(document.querySelector('.cal [data-date]')?.getAttribute('data-date')).toBe('2099-05-10')
})

test('in a full day the number of anglers is asked once', async () => {
  days = { [DATE]: FULL, [NEXT]: OPEN }
  open({ lostDate: DATE })
  await screen.findByText('Tell me if a spot opens')
  fireEvent.click(await field('2 anglers'))
  await screen.findByText('Tell me if 2 spots open')
  expect(screen.queryByLabelText('Number of anglers')).toBeNull()
})

test('before booking opens the calendar says so once and offers the enquiry, also for a full day', async () => {
  queryClient.clear()
  isWaiting = true
  days = { [DATE]: FULL, [NEXT]: SOON }
  open({ lostDate: DATE })
  await screen.findByText('Enquire Now')
  expect(await screen.findByText('Tuesday, June 9 is full.')).toBeDefined()
  await press('11')
  expect(screen.queryByText('Tuesday, June 9 is full.')).toBeNull()
  expect(screen.getByText(/^We open for booking on Mon, Jan 5.$/, { selector: '.callout b' })).toBeDefined()
  expect(
    screen.queryByText(/nearest open mornings|waitlist|if a spot opens|Continue|how many spots|Few left/),
  ).toBeNull()
})

test("before booking opens, an owner's test goes on with such a day", async () => {
  queryClient.clear()
  isWaiting = true
  days = { [DATE]: SOON, [NEXT]: SOON }
  customerSession.signIn({ ...ADA, user: { ...ADA.user, isTest: true } })
  open({ date: DATE })
  expect(await field('Number of anglers')).toBeDefined()
  expect(screen.queryByText(/open for booking/)).toBeNull()
})
