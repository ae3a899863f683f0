import { CurrentHold } from '@arcadia/contract/holds'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../../api/query-client.ts'
import { customerSession } from '../../session/session.tsx'
import {
  ADA,
  aHold,
  DATE,
  field,
  HOLD_ID,
  NEXT,
  OPEN,
  open,
  press,
  site,
  type,
} from '../../testing/a-booking-dialog.tsx'
import { refused, textOf } from '../../testing/show.tsx'
import { keepGift } from '../gift-vouchers/gift-in-hand.ts'

test('step 2 says who else is on the boat, and names mornings with more spots, one tap away', async () => {
  site.days = {
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
  cleanup()
  site.days = { [DATE]: { ...OPEN, availableSpots: 1 }, [NEXT]: OPEN }
  queryClient.clear()
  open({ date: DATE, numberOfGuests: 2 })
  await screen.findByText('The nearest mornings with room:')
  expect(screen.queryByText(/^Fishing with more than four\?/)).toBeNull()
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
  expect(site.asked).toContain(`DELETE /api/bookings/holds/${HOLD_ID}`)
})

test('a likely typo in the address of the account is asked about before it is paid, and mended at a tap', async () => {
  customerSession.signIn({ ...ADA, user: { ...ADA.user, email: 'ada@gmial.com' } })
  open({ date: DATE })
  await press('ada@gmail.com?')
  expect(screen.queryByText(/^Did you mean/)).toBeNull()
  fireEvent.click(screen.getByRole('checkbox'))
  await press('Continue')
  await press('Use sandbox test card')
  await press(/^Pay/)
  await waitFor(() => expect(site.paid).toMatchObject([{ bookingData: { email: 'ada@gmail.com' } }]))
})

test('where the owner has a price for it, the empty spots can be bought: a line of the sum, and nothing more due today', async () => {
  site.privateSpotPrice = 250
  open({ date: DATE })
  await type('Number of anglers', '2')
  const box = await screen.findByLabelText<HTMLInputElement>(/^Make it private\s*\$500\.00\s*For the 2 empty spots:/)
  fireEvent.click(box)
  await screen.findByText("The boat is yours once you're booked.")
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
  await waitFor(() => expect(site.paid).toHaveLength(1))
  expect(site.paid[0]).toMatchObject({ bookingData: { isPrivate: true }, paymentData: { amount: 1050 } })
})

test('nothing is offered beside another group, and a group that came meanwhile is told, without the extra price', async () => {
  site.privateSpotPrice = 250
  open({ date: DATE })
  fireEvent.click(await screen.findByLabelText(/^Make it private/))
  fireEvent.click(screen.getByLabelText(/I'm 18 or older/))
  site.days = { [DATE]: { ...OPEN, availableSpots: 3 }, [NEXT]: OPEN }
  const message = "Another group has spots on Tuesday, June 9, so that morning can't be private."
  site.holding = refused(409, message, 'not-private')
  await press('Continue')
  expect(textOf(await screen.findByRole('alert'))).toContain(message)
  await waitFor(() => expect(screen.queryByLabelText(/^Make it private/)).toBeNull())
  expect(screen.queryByText('Total')).toBeNull()
  site.holding = undefined
  await press('Continue')
  const summary = (await screen.findByText('Details')).closest('details')!
  expect(summary.textContent).toContain('$2,500.00 total')
})

test('a page without news learns of lost spots on the next check, and after time runs out the same date is held again with what was typed', async () => {
  open({ date: DATE })
  await type('Number of anglers', '3')
  fireEvent.click(screen.getByRole('checkbox'))
  site.spotsLeft = 2
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
  expect(site.asked.filter((one) => one === 'POST /api/bookings/holds')).toHaveLength(2)
})

test('how many come is asked before the calendar, which offers only mornings with room for all of them', async () => {
  site.days = { [DATE]: { ...OPEN, existingBookings: 2, existingGroups: 1, availableSpots: 2 }, [NEXT]: OPEN }
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
  ['WXYZ-2345-ABCD-6789', "We can't find a gift with that code. Please check it. Leave this empty to pay by card."],
  ['nonsense', 'That code is too short. A whole one has 16 letters and numbers. Leave this empty to pay by card.'],
  [
    'WXYZ-2345-ABCD-678O',
    'A code never has the letters I, L, and O or the numbers zero and one. Leave this empty to pay by card.',
  ],
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
  site.days = Object.fromEntries(firsts.map((date) => [date, FULL]))
  open()
  await screen.findByText(/^No morning is open right now. Pick a full one to join its waitlist./)
  expect(screen.getByText('Enquire Now')).toBeDefined()
  expect(screen.queryByText(/Continue|No date picked yet/)).toBeNull()
})

test('while every open morning is only held no waitlist is spoken of', async () => {
  queryClient.clear()
  const firsts = ['05-20', '06-09', '07-09', '08-09', '09-01'].map((day) => `2099-${day}`)
  site.days = Object.fromEntries(firsts.map((date) => [date, { ...FULL, existingBookings: 0, reason: 'HELD' }]))
  open()
  await screen.findByText(/^No morning is open right now\./)
  expect(screen.queryByText(/waitlist/)).toBeNull()
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
  site.days = {
    ...Object.fromEntries(firsts.map((day) => [`2099-${day}`, away])),
    ...Object.fromEntries([...mornings(1, 15, 'OUTSIDE_SEASON'), ...mornings(16, 31, 'BLACKOUT')]),
  }
  open()
  await screen.findByText(/^No morning is open right now\./)
  expect(screen.queryByText(/How many of you|Few left/)).toBeNull()
  expect(document.querySelector('.cal [data-date]')?.getAttribute('data-date')).toBe('2099-05-10')
})

test('in a full day the number of anglers is asked once', async () => {
  site.days = { [DATE]: FULL, [NEXT]: OPEN }
  open({ lostDate: DATE })
  await screen.findByText('Tell me if a spot opens')
  fireEvent.click(await field('2 anglers'))
  await screen.findByText('Tell me if 2 spots open')
  expect(screen.queryByLabelText('Number of anglers')).toBeNull()
})

test('where spots are only held the waitlist is offered to a group that bookings leave no room for, and to no other', async () => {
  const held = { ...FULL, existingBookings: 3, reason: 'HELD', heldUntil: '2099-06-01T14:46:00.000Z' }
  site.days = { [DATE]: held, [NEXT]: OPEN }
  open({ lostDate: DATE })
  await screen.findByText(/^Every spot left on Tuesday, June 9 is being held right now. One may open up at 10:46 AM/)
  fireEvent.click(await field('2 anglers'))
  await screen.findByText('Tell me if 2 spots open')
  fireEvent.click(await field('1 angler'))
  expect(screen.queryByText(/^Tell me if/)).toBeNull()
})

test('before booking opens the calendar says so once and offers the enquiry, also for a full day', async () => {
  queryClient.clear()
  site.isWaiting = true
  site.days = { [DATE]: FULL, [NEXT]: SOON }
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
  site.isWaiting = true
  site.days = { [DATE]: SOON, [NEXT]: SOON }
  customerSession.signIn({ ...ADA, user: { ...ADA.user, isTest: true } })
  open({ date: DATE })
  expect(await field('Number of anglers')).toBeDefined()
  expect(screen.queryByText(/open for booking/)).toBeNull()
})
