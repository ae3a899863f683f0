import type { User } from '@arcadia/contract/accounts'
import type { Booking } from '@arcadia/contract/bookings'
import type { CurrentHold, HoldState } from '@arcadia/contract/holds'
import { expect, test } from 'vitest'
import type { Current } from '../holds/hold.queries.ts'
import { keptOf, testCard } from '../payments/card.rules.ts'
import { advance, draftOf, newWizard, startWizard, type WizardEvent } from './booking-wizard.ts'
import type { Deposit } from './deposit.ts'
import { canHoldAgain, offerOf, type Wizard } from './wizard-state.ts'

const user = { id: 7, email: 'alex@example.com', firstName: 'Alex', lastName: 'Rivera', phoneNumber: '1' } as User
const hold = { holdId: 'h', selectedDate: '2026-06-18', numberOfGuests: 2 } as CurrentHold
const booking = { id: 1, selectedDate: '2026-06-18' } as Booking
const key = 'a press of Pay'
const pick = { type: 'date-picked', date: '2026-06-18', isSignedIn: true } as const

const confirm = { type: 'date-confirmed', isOpen: true } as const

/** What the payment says of itself. */
const said = (state: Extract<WizardEvent, { type: 'payment-changed' }>['state']) =>
  ({ type: 'payment-changed', state }) as const
const started = said({ kind: 'sending', key })
const deposit = (of: Partial<Deposit>): Deposit => ({
  status: 'FAILED',
  paying: { key, holdId: 'h' },
  booking: null,
  ...of,
})
const booked = said({ kind: 'paid', payment: deposit({ status: 'CAPTURED', booking }) })
const lost = said({ kind: 'confirming', payment: null })
const refusal = (message: string, of: Partial<Deposit>) =>
  said({ kind: 'ready', problem: { message }, payment: deposit(of) })

const after = (...events: WizardEvent[]) => events.reduce(advance, newWizard())
const paying = () => after(pick, { type: 'held', hold }, started)
const place = ({ step, payment }: Wizard) => [step, payment]

test('a date leads to the guests, also the one that is kept, and no date to a message', () => {
  expect(after(pick).step).toBe('Guests')
  expect(after(pick, { type: 'went-back' }, confirm).step).toBe('Guests')
  expect(after(confirm)).toMatchObject({
    step: 'Date',
    problem: { message: 'Please select a date' },
  })
})

test('a visitor who picks a date continues with it after signing in', () => {
  const asked = after({ ...pick, isSignedIn: false })
  expect(asked.step).toBe('Date')
  const signedIn = advance(asked, { type: 'signed-in', user })
  expect(signedIn).toMatchObject({ step: 'Guests', date: '2026-06-18', details: { firstName: 'Alex' } })
})

test('a date given on open is picked: visitors sign in first, and both go on to the guests', () => {
  const visitor = newWizard({ date: '2026-06-18' })
  expect(visitor).toMatchObject({ step: 'Date', date: '2026-06-18', awaitsSignIn: true })
  expect(advance(visitor, { type: 'signed-in', user }).step).toBe('Guests')
  const customer = newWizard({ date: '2026-06-18', isSignedIn: true })
  expect(advance(customer, { type: 'signed-in', user })).toMatchObject({ step: 'Guests', date: '2026-06-18' })
  expect(newWizard().awaitsSignIn).toBe(false)
})

test('a visitor’s reloaded page asks to sign in for the same date again, unless the dialog was closed or opened for another date', () => {
  const asked = after({ ...pick, isSignedIn: false })
  const draft = JSON.parse(JSON.stringify(draftOf(asked, undefined)))
  expect(startWizard({}, draft)).toMatchObject({ step: 'Date', date: '2026-06-18', awaitsSignIn: true })
  expect(startWizard({ date: '2026-06-19' }, draft).date).toBe('2026-06-19')
  const others = { ...draft, giftCode: 'WXYZ-2345-ABCD-6789', billing: { city: 'Arcadia' } }
  expect(startWizard({ date: '2026-06-19' }, others), 'whose session ended').toMatchObject({
    voucher: null,
    card: null,
  })
  expect(draftOf(newWizard(), undefined)).toBeNull()
  expect(draftOf(advance(asked, { type: 'signed-in', user }), undefined), 'the session ended').toBeNull()
})

test('signing in again during a payment changes no step', () => {
  expect(place(advance(paying(), { type: 'signed-in', user }))).toEqual(['Payment', 'sending'])
})

test('a held group pays and is confirmed', () => {
  expect(place(after(pick, { type: 'held', hold }))).toEqual(['Payment', 'ready'])
  expect(advance(paying(), booked)).toMatchObject({ step: 'Confirm', hold: null, booking })
})

test('going back releases the hold, one step at a time', () => {
  const held = after(pick, { type: 'held', hold })
  const guests = advance(held, { type: 'went-back' })
  expect(guests).toMatchObject({ step: 'Guests', hold: null, givenBack: hold, date: '2026-06-18' })
  expect(advance(guests, { type: 'went-back' }).step).toBe('Date')
})

test('changing the date leads from any step to the calendar and gives the hold back', () => {
  const held = after(pick, { type: 'held', hold })
  expect(advance(held, { type: 'went-back', to: 'Date' })).toMatchObject({
    step: 'Date',
    date: '2026-06-18',
    hold: null,
    givenBack: hold,
  })
  expect(place(advance(paying(), { type: 'went-back', to: 'Date' }))).toEqual(['Payment', 'sending'])
})

test('the card follows the name of whoever books, unless another one was typed', () => {
  const card = { ...keptOf(testCard({ year: 2026, month: 6 })), name: 'Alex Rivera' }
  const held = after({ type: 'signed-in', user }, pick, { type: 'held', hold }, { type: 'card-kept', card })
  const rename = { type: 'details-changed', change: { firstName: 'Alexis' } } as const
  expect(advance(held, rename).card?.name).toBe('Alexis Rivera')
  const other = advance(held, { type: 'card-kept', card: { ...card, name: 'Pat Doe' } })
  expect(advance(other, rename).card?.name).toBe('Pat Doe')
})

test('going back is blocked while a payment is on its way', () => {
  expect(place(advance(paying(), { type: 'went-back' }))).toEqual(['Payment', 'sending'])
})

test('a hold that runs out says so, but not during a payment', () => {
  const held = after(pick, { type: 'held', hold })
  expect(advance(held, { type: 'time-ran-out' })).toMatchObject({
    payment: 'expired',
    problem: { message: 'Time expired. Please go back and reselect.' },
  })
  expect(advance(paying(), { type: 'time-ran-out' }).payment).toBe('sending')
  const found = after({ type: 'left-open-found', found: { kind: 'open', hold } })
  expect(advance(found, { type: 'time-ran-out' })).toMatchObject({
    step: 'Guests',
    hold: null,
    payment: 'ready',
    problem: { message: 'Time expired. Please go back and reselect.' },
  })
  expect(after(pick, { type: 'time-ran-out' })).toMatchObject({ step: 'Guests', payment: 'ready', problem: null })
})

test('a declined card can be followed by another one', () => {
  const problem = { message: 'Your card was declined.', isDecline: true } as const
  expect(advance(paying(), refusal(problem.message, { status: 'DECLINED' }))).toMatchObject({
    payment: 'ready',
    hold,
    problem,
  })
})

test('a lost answer is followed up, never offered for a retry', () => {
  expect(place(advance(paying(), lost))).toEqual(['Payment', 'confirming'])
})

test('each payment outcome leads to the right step', () => {
  const processing = deposit({ status: 'PROCESSING', booking })
  const waiting = advance(paying(), said({ kind: 'confirming', payment: processing }))
  const learn = (event: WizardEvent) => advance(waiting, event)
  expect(waiting.booking).toBe(booking)
  expect(place(learn(said({ kind: 'confirming', payment: { ...processing, hold: null } })))).toEqual([
    'Payment',
    'confirming',
  ])
  expect(place(learn(booked))).toEqual(['Confirm', 'ready'])
  expect(place(learn(refusal('No.', { hold })))).toEqual(['Payment', 'ready'])
  expect(learn(refusal('No.', { hold: null }))).toMatchObject({
    step: 'Guests',
    booking: null,
    problem: { message: 'No.' },
  })
})

test('a new dialog picks up a hold left open, a used one does not', () => {
  const found = { kind: 'open', hold } as const
  expect(after({ type: 'left-open-found', found })).toMatchObject({
    step: 'Guests',
    date: '2026-06-18',
    details: { numberOfGuests: 2 },
    hold,
  })
  expect(after({ ...pick, date: '2026-06-19' }, { type: 'left-open-found', found })).toMatchObject({
    date: '2026-06-19',
    hold: null,
  })
})

test('a reloaded page follows the payment that was under way', () => {
  const draft = draftOf(paying(), 7)
  expect(draft).toMatchObject({ userId: 7, selectedDate: '2026-06-18', paying: { key, holdId: 'h' } })
  expect(startWizard({}, draft)).toMatchObject({ step: 'Payment', payment: 'confirming', paying: { key, holdId: 'h' } })
})

test('a reloaded page continues to pay a hold if step 2 was finished here', () => {
  const held = after(pick, { type: 'details-changed', change: { acceptsTerms: true } }, { type: 'held', hold })
  const resumed = startWizard({}, draftOf(held, 7))
  expect(resumed.step).toBe('Date')
  expect(advance(resumed, { type: 'left-open-found', found: { kind: 'open', hold } }).step).toBe('Payment')
})

test('keeps no draft of a finished booking or one not started', () => {
  expect(draftOf(advance(paying(), booked), 7)).toBeNull()
  expect(draftOf(after(), 7)).toBeNull()
  expect(draftOf(after(pick, { type: 'went-back' }), 7)).toBeNull()
})

const typed: WizardEvent = { type: 'details-changed', change: { firstName: 'Grace', phone: '863 555 0142' } }
const kept = { ...keptOf(testCard({ year: 2026, month: 6 })), name: 'Grace Hopper' }
const heldWithCard = () => after(pick, typed, { type: 'held', hold }, { type: 'card-kept', card: kept })
const lookedUp = (found: Extract<WizardEvent, { type: 'left-open-found' }>['found']) =>
  ({ type: 'left-open-found', found }) as const

test('what was typed survives going back, running out of time and a new hold', () => {
  const back = advance(heldWithCard(), { type: 'went-back' })
  const again = advance(advance(heldWithCard(), { type: 'time-ran-out' }), { type: 'held', hold })
  for (const wizard of [back, again])
    expect(wizard).toMatchObject({ date: '2026-06-18', details: { firstName: 'Grace' }, card: kept })
  expect(place(again)).toEqual(['Payment', 'ready'])
})

test('of a card only the address survives the page', () => {
  const draft = draftOf(heldWithCard(), 7)
  const { name: _, expMonth: __, expYear: ___, ...address } = kept
  expect(draft?.billing).toEqual(address)
  expect(JSON.stringify(draft)).toContain('Grace')
  expect(JSON.stringify(draft)).not.toContain('Grace Hopper')
  expect(startWizard({}, JSON.parse(JSON.stringify(draft))).card).toEqual(address)
})

test('a reload keeps the code of a gift, also one that was taken out', () => {
  const reloaded = (typed: string) =>
    startWizard({}, draftOf(after(pick, { type: 'voucher-typed', voucher: { typed } }), 7)).voucher
  expect(reloaded('WXYZ-2345')).toEqual({ typed: 'WXYZ-2345' })
  expect(reloaded('')).toEqual({ typed: '' })
  expect(startWizard({}, draftOf(after(pick), 7)).voucher).toBeNull()
})

test('a gift refused while the date is held again is told at its field in step 2, until another is typed or it is good', () => {
  const covers = () => 200
  const problem = { message: 'Nothing is left on it.', isAboutVoucher: true }
  const typing = (voucher: Wizard['voucher']) => ({ type: 'voucher-typed', voucher: voucher! }) as const
  const over = after(pick, typing({ typed: 'A', covers }), { type: 'held', hold }, { type: 'time-ran-out' })
  const refused = advance(advance(over, { type: 'check-started', date: '2026-06-18' }), {
    type: 'check-failed',
    problem,
  })
  expect(refused).toMatchObject({ step: 'Guests', isChecking: false, payment: 'ready', hold: null, givenBack: hold })
  expect(refused).toMatchObject({ problem, lost: null })
  const lookedUp = advance(refused, typing({ typed: 'A' }))
  expect(lookedUp.problem).toEqual(problem)
  expect(advance(lookedUp, typing({ typed: 'A', covers })).problem).toBeNull()
  expect(advance(refused, typing({ typed: '' })).problem).toBeNull()
})

test('an expired date can be held again, an expired offer cannot', () => {
  const over = advance(heldWithCard(), { type: 'time-ran-out' })
  expect(canHoldAgain(over)).toBe(true)
  expect(canHoldAgain(heldWithCard())).toBe(false)
  const offer = { ...hold, isOffer: true }
  const offered = advance(newWizard({ offer, isSignedIn: true }), { type: 'held', hold: offer })
  expect(canHoldAgain(advance(offered, { type: 'time-ran-out' }))).toBe(false)
})

test('a date that cannot be held again says why, and going back still works', () => {
  const over = advance(heldWithCard(), { type: 'time-ran-out' })
  const asked = advance(over, { type: 'check-started', date: '2026-06-18' })
  expect(asked).toMatchObject({ payment: 'expired', isChecking: true })
  const refused = advance(asked, { type: 'check-failed', problem: { message: 'Only 1 spot is left.' } })
  expect(refused).toMatchObject({ payment: 'expired', isChecking: false, problem: { message: 'Only 1 spot is left.' } })
  expect(advance(refused, { type: 'went-back' })).toMatchObject({ step: 'Guests', hold: null })
})

test('a page reloaded in step 2 or after the time ran out continues there with what was typed', () => {
  const over = advance(heldWithCard(), { type: 'time-ran-out' })
  const inGuests = after(pick, typed)
  for (const left of [over, inGuests]) {
    const draft = draftOf(left, 7)
    const resumed = startWizard({}, draft)
    expect(resumed).toMatchObject({ step: 'Date', resumes: '2026-06-18' })
    // Reloaded again before the hold was known.
    expect(draftOf(resumed, 7)).toEqual(draft)
    expect(advance(resumed, lookedUp({ kind: 'nothing' }))).toMatchObject({
      step: 'Guests',
      date: '2026-06-18',
      resumes: null,
      details: { firstName: 'Grace' },
    })
  }
})

test('opened for another date, it only keeps the contact details', () => {
  const draft = draftOf(after(pick, typed, { type: 'details-changed', change: { acceptsTerms: true } }), 7)
  const again = startWizard({ date: '2026-07-02', isSignedIn: true }, draft)
  expect(again).toMatchObject({
    step: 'Guests',
    date: '2026-07-02',
    resumes: null,
    details: { firstName: 'Grace', acceptsTerms: false },
  })
  expect(startWizard({ date: '2026-07-02', numberOfGuests: 3 }, draft).details.numberOfGuests).toBe(3)
  expect(startWizard({ packageType: 'STANDARD' }, draft)).toMatchObject({
    resumes: '2026-06-18',
    details: { firstName: 'Grace', packageType: 'STANDARD' },
  })
})

test('an offer is taken as is: same date, same group, no new hold', () => {
  const offer = { ...hold, isOffer: true, numberOfGuests: 3 }
  const offered = newWizard({ offer, isSignedIn: true })
  expect(offered).toMatchObject({ step: 'Guests', date: hold.selectedDate, hold: null, details: { numberOfGuests: 3 } })
  expect(offerOf(offered)).toBe(offer)
  expect(offerOf(advance(offered, { type: 'date-picked', date: '2026-07-02', isSignedIn: true }))).toBeNull()
})

test('an expired offer says so and leads back to the calendar', () => {
  const offer = { ...hold, isOffer: true }
  const held = advance(newWizard({ offer, isSignedIn: true }), { type: 'held', hold: offer })
  const end = { reason: 'hold-expired', message: 'Time expired.' } as const
  const failed = refusal(end.message, { end })
  for (const over of [advance(held, { type: 'time-ran-out' }), advance(held, failed)]) {
    expect(over).toMatchObject({
      payment: 'expired',
      problem: { message: expect.stringMatching(/if the spots are still open/) },
    })
    expect(advance(over, { type: 'went-back' })).toMatchObject({ step: 'Date', offer: null, hold: null })
  }
})

test('a dialog that finds an offer left open shows it, whatever was accepted before', () => {
  const found = { kind: 'open' as const, hold: { ...hold, isOffer: true } }
  expect(after({ type: 'left-open-found', found })).toMatchObject({ step: 'Guests', offer: found.hold, hold: null })
})

const TAKEN = { reason: 'spots-taken', message: "These spots were just booked by phone. You weren't charged." } as const
const MOVED = { reason: 'hold-released', message: "You're holding Tue, May 25 in another tab." } as const
const nothing = { hold: null, attempt: null, booking: null }
const hear = (wizard: Wizard, current: Partial<Current>, holdId = 'h') =>
  advance(wizard, { type: 'hold-heard-of', holdId, current: { ...nothing, ...current } })
const atPayment = () => after(pick, { type: 'held', hold })

test('spots that a phone booking took are told before Pay and after it, and another morning is held from there', () => {
  const failed = refusal(TAKEN.message, { end: TAKEN })
  for (const taken of [hear(atPayment(), { ended: TAKEN }), advance(paying(), failed)]) {
    expect(taken).toMatchObject({ step: 'Payment', payment: 'taken', problem: { message: TAKEN.message } })
    expect(canHoldAgain(taken)).toBe(false)
    expect(advance(taken, { type: 'went-back' })).toMatchObject({ step: 'Date', hold: null, offer: null })
    const other = { ...hold, holdId: 'other', selectedDate: '2026-06-19' }
    const asked = advance(taken, { type: 'check-started', date: '2026-06-19' })
    expect(asked).toMatchObject({ payment: 'taken', isChecking: true, problem: null })
    expect(advance(asked, { type: 'held', hold: other })).toMatchObject({
      step: 'Payment',
      payment: 'ready',
      date: '2026-06-19',
      hold: other,
    })
  }
})

test('a hold that ended in another tab says so, and never that time expired', () => {
  const moved = hear(atPayment(), { ended: MOVED })
  expect(moved).toMatchObject({ payment: 'expired', problem: { message: MOVED.message, isCalm: true } })
  expect(canHoldAgain(moved)).toBe(true)
  const inGuests = { ...atPayment(), step: 'Guests' as const }
  expect(hear(inGuests, { ended: MOVED })).toMatchObject({
    step: 'Guests',
    hold: null,
    problem: { message: MOVED.message },
  })
})

test('a hold that another tab pays for is followed here too', () => {
  const attempt = { status: 'PROCESSING', key: 'of another tab' } as Current['attempt']
  expect(hear(atPayment(), { hold, attempt })).toMatchObject({
    payment: 'confirming',
    paying: { key: 'of another tab', holdId: 'h' },
  })
  expect(hear(atPayment(), { booking })).toMatchObject({ step: 'Confirm', booking })
})

const since = (of: Partial<HoldState>) => ({ ended: MOVED, since: { ...nothing, ...of } })

test('the same date paid from a hold of another tab is followed to the booking, before and after that was heard of', () => {
  const elsewhere = { ...hold, holdId: 'other', numberOfGuests: 1 }
  const moved = hear(atPayment(), since({ hold: elsewhere }))
  expect(moved).toMatchObject({ payment: 'expired', hold, lost: { holdId: 'h', since: { hold: elsewhere } } })
  const attempt = { status: 'PROCESSING', key: 'theirs' } as Current['attempt']
  const ranOut = advance(atPayment(), { type: 'time-ran-out' })
  const inGuests = hear({ ...atPayment(), step: 'Guests' }, since({ hold: elsewhere }))
  expect(inGuests, 'its gift counts as theirs').toMatchObject({ step: 'Guests', hold: null, givenBack: hold })
  for (const wizard of [atPayment(), moved, ranOut, inGuests]) {
    expect(hear(wizard, since({ booking }))).toMatchObject({ step: 'Confirm', payment: 'ready', booking })
    expect(hear(wizard, since({ hold: elsewhere, attempt }))).toMatchObject({
      step: 'Payment',
      payment: 'confirming',
      paying: { key: 'theirs', holdId: 'other' },
    })
  }
})

test('a hold made again in another tab for the same group is this tab’s too, and stays for the other to give back', () => {
  const again = { ...hold, holdId: 'again' }
  const made = atPayment()
  for (const wizard of [made, advance(made, { type: 'time-ran-out' })])
    expect(hear(wizard, since({ hold: again }))).toMatchObject({
      step: 'Payment',
      payment: 'ready',
      hold: again,
      madeHere: 'h',
      problem: null,
    })
  const isPrivate = { ...again, privateMorning: { spots: 4, spotPrice: 0 } } as CurrentHold
  expect(hear(made, since({ hold: isPrivate }))).toMatchObject({ payment: 'expired', hold })
})

test('what was booked elsewhere on another date replaces what was said of its hold, once', () => {
  const moved = hear(atPayment(), since({ hold: { ...hold, holdId: 'other', selectedDate: '2026-05-25' } }))
  const other = { ...booking, selectedDate: '2026-05-25' } as Booking
  const ended = { ...MOVED, message: 'You booked Mon, May 25 in another tab.' }
  const told = hear(moved, { ...since({ booking: other }), ended })
  expect(told).toMatchObject({
    payment: 'expired',
    problem: { message: ended.message },
    lost: { since: { booking: other } },
  })
  const failed = advance(told, { type: 'check-failed', problem: { message: 'Full.' } })
  expect(hear(failed, { ...since({ booking: other }), ended }).problem).toEqual({ message: 'Full.' })
  expect(advance(told, { type: 'held', hold: { ...hold, holdId: 'new' } })).toMatchObject({
    payment: 'ready',
    lost: null,
  })
})

test('news of another hold, of a live one, or during a payment change nothing', () => {
  expect(hear(atPayment(), { ended: TAKEN }, 'another')).toEqual(atPayment())
  expect(hear(atPayment(), { hold })).toEqual(atPayment())
  expect(hear(paying(), { ended: TAKEN })).toEqual(paying())
})

test('a tab gives back only the hold that it made, also after a reload', () => {
  const made = atPayment()
  expect(made.madeHere).toBe('h')
  const reloaded = advance(startWizard({}, draftOf(made, 7)), lookedUp({ kind: 'open', hold }))
  expect(reloaded).toMatchObject({ hold, madeHere: 'h' })
  const elsewhere = after(lookedUp({ kind: 'open', hold }))
  expect(elsewhere).toMatchObject({ hold, madeHere: null })
})

const payFirst = { ...hold, holdId: undefined, payFirst: true as const, message: 'Many people are booking right now.' }
const toldToPayFirst = () => after(pick, { type: 'told-to-pay-first', spots: payFirst })

test('where one pays first, nothing is held: back, a declined card and a payment work as with a hold', () => {
  expect(toldToPayFirst()).toMatchObject({ step: 'Payment', payment: 'ready', hold: null, payFirst })
  expect(advance(toldToPayFirst(), { type: 'went-back' })).toMatchObject({ step: 'Guests', payFirst: null })
  const sent = advance(toldToPayFirst(), started)
  expect(sent).toMatchObject({ payment: 'sending', paying: { key, holdId: undefined } })
  const problem = { message: 'Your card was declined.', isDecline: true }
  const declined = advance(sent, refusal(problem.message, { status: 'DECLINED' }))
  expect(declined).toMatchObject({ step: 'Payment', payment: 'ready', payFirst, problem })
  const refused = advance(advance(sent, lost), refusal(problem.message, { status: 'DECLINED', hold: null }))
  expect(refused).toMatchObject({ step: 'Payment', payment: 'ready', payFirst, problem })
  expect(advance(sent, booked)).toMatchObject({ step: 'Confirm', payFirst: null })
})

test('where one pays first and others were faster, other mornings are offered', () => {
  const end = { reason: 'spots-taken', message: "Only 1 spot is left. You weren't charged." } as const
  const sent = advance(toldToPayFirst(), started)
  expect(advance(sent, refusal(end.message, { end }))).toMatchObject({
    payment: 'taken',
    payFirst,
    problem: { message: end.message },
  })
})

test('a page reloaded where one pays first goes on in step 2 with what was typed, and during the payment follows it', () => {
  const resumed = advance(startWizard({}, draftOf(toldToPayFirst(), 7)), lookedUp({ kind: 'nothing' }))
  expect(resumed).toMatchObject({ step: 'Guests', date: '2026-06-18' })
  const sent = advance(toldToPayFirst(), started)
  const draft = JSON.parse(JSON.stringify(draftOf(sent, 7)))
  expect(startWizard({}, draft)).toMatchObject({ step: 'Payment', payment: 'confirming', paying: { key } })
})
