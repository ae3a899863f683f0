import type { User } from '@arcadia/contract/accounts'
import type { Booking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import {
  type CurrentHold,
  errors,
  type HoldEnd,
  type HoldState,
  type PayFirst,
  type Spots,
} from '@arcadia/contract/holds'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { DialogOptions } from '../../dialogs.ts'
import type { Problem } from '../bookings/problem-banner.tsx'
import type { TypedVoucher } from '../gift-vouchers/voucher-field.tsx'
import type { Current, LeftOpen } from '../holds/hold.queries.ts'
import type { KeptCard } from '../payments/card.rules.ts'
import type { PaymentState } from '../payments/use-card-payment.ts'
import type { Deposit, Paying } from './deposit.ts'
import { fillFromAccount, newDetails, type TripDetails } from './trip-details.ts'
import { isPaying, type Wizard } from './wizard-state.ts'

export type WizardEvent =
  | { type: 'signed-in'; user: User }
  | { type: 'date-picked'; date: TripDate; isSignedIn: boolean }
  | { type: 'date-confirmed'; isOpen: boolean }
  | { type: 'details-changed'; change: Partial<TripDetails> }
  | { type: 'card-kept'; card: KeptCard }
  | { type: 'voucher-typed'; voucher: TypedVoucher }
  | { type: 'check-started'; date: TripDate }
  | { type: 'check-failed'; problem: Problem }
  | { type: 'held'; hold: CurrentHold }
  | { type: 'told-to-pay-first'; spots: PayFirst }
  | { type: 'hold-heard-of'; holdId: string; current: Current }
  /** One step, or all the way to the calendar. */
  | { type: 'went-back'; to?: 'Date' | undefined }
  | { type: 'time-ran-out' }
  | { type: 'payment-changed'; state: PaymentState<Deposit> }
  | { type: 'left-open-found'; found: LeftOpen }
  | { type: 'problem-dismissed' }
  | { type: 'restarted' }

/** What a reloaded page needs to continue. Of a card, only the address. */
export interface BookingDraft {
  /** Missing while a visitor is asked to sign in. */
  userId?: number | undefined
  selectedDate: TripDate
  details: TripDetails
  billing?: Partial<KeptCard> | undefined
  paying: Paying | null
  madeHere: string | null
  giftCode?: string | undefined
}

export function draftOf(wizard: Wizard, userId: number | undefined): BookingDraft | null {
  const { step, date, resumes, details, card, paying, awaitsSignIn, madeHere, voucher } = wizard
  const selectedDate = step === 'Guests' || step === 'Payment' || awaitsSignIn ? date : resumes
  if (!selectedDate || (userId === undefined && !awaitsSignIn)) return null
  const billing = card ? addressOf(card) : undefined
  const giftCode = voucher?.typed
  return { userId, selectedDate, details, billing, paying: isPaying(wizard) ? paying : null, madeHere, giftCode }
}

/** What is kept through a reload: an address says nothing of the card. */
const addressOf = ({ streetAddress, city, region, postalCode, country }: Partial<KeptCard>) => ({
  streetAddress,
  city,
  region,
  postalCode,
  country,
})

type Start = DialogOptions['booking'] & { isSignedIn?: boolean }

/**
 * Continues where the page was left; a payment under way is checked first. Opened for a specific date, it only keeps
 * the contact details.
 */
export function startWizard(start: Start, draft: BookingDraft | null): Wizard {
  const fresh = newWizard(start)
  if (!draft) return fresh
  const { selectedDate, details, billing = null, paying, madeHere, giftCode: typed } = draft
  const wizard = { ...fresh, card: billing, madeHere, voucher: typed === undefined ? null : { typed } }
  if (paying) return confirming({ ...wizard, details, date: selectedDate }, { paying })
  const packageType = start.packageType ?? details.packageType
  if (draft.userId === undefined)
    return start.date || start.lostDate ? fresh : newWizard({ ...start, packageType, date: selectedDate })
  if (!start.date && !start.lostDate && !start.offer)
    return { ...wizard, details: { ...details, packageType }, resumes: selectedDate }
  const { numberOfGuests = details.numberOfGuests } = start.offer ?? start
  return { ...wizard, details: { ...details, packageType, numberOfGuests, acceptsTerms: false } }
}

export function newWizard({
  packageType,
  numberOfGuests,
  date,
  lostDate,
  offer,
  isSignedIn = false,
}: Start = {}): Wizard {
  const wizard: Wizard = {
    // A customer who tapped a day elsewhere needs no second calendar.
    step: date && isSignedIn ? 'Guests' : 'Date',
    date: date ?? null,
    lostDate: lostDate ?? null,
    details: newDetails(packageType, numberOfGuests),
    card: null,
    resumes: null,
    awaitsSignIn: date !== undefined && !isSignedIn,
    isChecking: false,
    hold: null,
    lost: null,
    madeHere: null,
    payFirst: null,
    givenBack: null,
    offer: null,
    payment: 'ready',
    paying: null,
    booking: null,
    problem: null,
    voucher: null,
  }
  return offer ? takeOffer(wizard, offer) : wizard
}

/** Skips to the guests step: the waitlist already fixed the date and group size. */
function takeOffer(wizard: Wizard, offer: CurrentHold): Wizard {
  const details = { ...wizard.details, ...promised(offer) }
  return { ...wizard, step: 'Guests', date: offer.selectedDate, details, offer }
}

const TIME_EXPIRED: HoldEnd = { reason: 'hold-expired', message: errors['hold-expired'].message }
const OFFER_OVER: Problem = {
  message: 'Your hold ran out. Go back to the calendar to see if the spots are still open.',
}

export function advance(wizard: Wizard, event: WizardEvent): Wizard {
  switch (event.type) {
    case 'signed-in': {
      const details = fillFromAccount(wizard.details, event.user)
      const goesOn = wizard.awaitsSignIn && wizard.step === 'Date' && wizard.date !== null
      return { ...wizard, details, awaitsSignIn: false, problem: null, step: goesOn ? 'Guests' : wizard.step }
    }
    case 'date-picked':
      return {
        ...wizard,
        // A customer needs no second tap.
        step: event.isSignedIn ? 'Guests' : wizard.step,
        date: event.date,
        resumes: null,
        awaitsSignIn: !event.isSignedIn,
        problem: null,
      }
    case 'date-confirmed':
      return wizard.date && event.isOpen
        ? { ...wizard, step: 'Guests', problem: null }
        : { ...wizard, problem: { message: 'Please select a date' } }
    case 'details-changed':
      return changeDetails(wizard, { ...wizard.details, ...event.change })
    case 'card-kept':
      return { ...wizard, card: event.card }
    case 'voucher-typed':
      return typeVoucher(wizard, event.voucher)
    case 'check-started':
      return { ...wizard, date: event.date, isChecking: true, problem: null }
    case 'check-failed':
      return failCheck({ ...wizard, isChecking: false }, event.problem)
    case 'held': {
      const { hold } = event
      return {
        ...atPayment(wizard, hold),
        hold,
        payFirst: null,
        madeHere: hold.isOffer ? wizard.madeHere : hold.holdId,
      }
    }
    case 'told-to-pay-first':
      return { ...atPayment(wizard, event.spots), hold: null, payFirst: event.spots }
    case 'hold-heard-of':
      return hearOfHold(wizard, event.holdId, event.current)
    case 'went-back':
      return goBack(wizard, event.to)
    case 'time-ran-out':
      return runOut(wizard)
    case 'payment-changed':
      return hearOfPayment(wizard, event.state)
    case 'left-open-found':
      return pickUp(wizard, event.found)
    case 'problem-dismissed':
      return { ...wizard, problem: null }
    case 'restarted':
      return newWizard({ packageType: wizard.details.packageType })
  }
}

/** The card stays in the name of whoever books, unless another one was typed. */
function changeDetails(wizard: Wizard, details: TripDetails): Wizard {
  const { card } = wizard
  const isTheirs = card?.name === fullName(wizard.details)
  return { ...wizard, details, card: isTheirs ? { ...card, name: fullName(details) } : card }
}

/** Also what was looked up again: then a refusal stands, unless the gift is good now. */
function typeVoucher(wizard: Wizard, voucher: TypedVoucher): Wizard {
  const { problem, voucher: before } = wizard
  const isAnother = voucher.typed !== before?.typed || (voucher.covers && !before.covers)
  return { ...wizard, voucher, problem: isAnother && problem?.isAboutVoucher ? null : problem }
}

/** What is wrong with a gift is said in step 2, at its field. */
const failCheck = (wizard: Wizard, problem: Problem): Wizard =>
  problem.isAboutVoucher && wizard.step === 'Payment'
    ? { ...goBack({ ...wizard, payment: 'ready' }), problem }
    : { ...wizard, problem }

const atPayment = (wizard: Wizard, spots: Spots): Wizard => ({
  ...wizard,
  details: { ...wizard.details, ...promised(spots) },
  step: 'Payment',
  isChecking: false,
  ...atEase,
})

/** What the spots say of the group. */
const promised = ({ numberOfGuests, privateMorning }: Spots) => ({
  numberOfGuests,
  isPrivate: privateMorning !== undefined,
})

/** The clock doesn't stop a payment that was sent: the server decides. */
const runOut = (wizard: Wizard): Wizard => (wizard.payment === 'ready' ? endHold(wizard, TIME_EXPIRED) : wizard)

/** What the server says of the hold on the screen: another tab, a phone booking or its clock may have ended it. */
function hearOfHold(wizard: Wizard, holdId: string, { ended, since, ...own }: Current): Wizard {
  const { hold, lost, date, isChecking } = wizard
  if ((hold ?? lost)?.holdId !== holdId || isPaying(wizard) || isChecking) return wizard
  const later = ended && since && dateOf(since) === date ? since : null
  // The same date is one booking, whichever tab goes on with it.
  const { attempt, booking, hold: held } = later ?? own
  if (attempt?.status === 'PROCESSING')
    return confirming(wizard, {
      paying: { key: attempt.key, holdId: later ? held?.holdId : holdId },
      hold: held ?? undefined,
      booking,
    })
  if (booking) return booked(wizard, booking)
  if (later && hold && held && isSameGroup(hold, held)) return { ...wizard, ...atEase, hold: held }
  return ended ? endHold(wizard, ended, since) : wizard
}

const dateOf = ({ hold, booking }: HoldState) => (booking ?? hold)?.selectedDate

const isSameGroup = (one: CurrentHold, other: CurrentHold) =>
  !one.isOffer && one.numberOfGuests === other.numberOfGuests && !one.privateMorning === !other.privateMorning

const atEase = { payment: 'ready', problem: null, lost: null } as const

function endHold(wizard: Wizard, { reason, message }: HoldEnd, since?: HoldState): Wizard {
  const { hold, lost, step } = wizard
  const holdId = (hold ?? lost)?.holdId
  const isCalm = reason === 'hold-released'
  const isOfferOver = reason === 'hold-expired' && hold?.isOffer
  const problem = message === lost?.message ? wizard.problem : isOfferOver ? OFFER_OVER : { message, isCalm }
  const over = { ...wizard, lost: holdId ? { holdId, message, since } : null, problem }
  // Nothing is lost yet: Continue holds the spots.
  if (step === 'Guests') return holdId ? { ...over, hold: null, givenBack: hold ?? wizard.givenBack } : wizard
  return { ...over, payment: reason === 'spots-taken' ? 'taken' : 'expired' }
}

function goBack(wizard: Wizard, to?: 'Date'): Wizard {
  if (isPaying(wizard)) return wizard
  const isDateGone = wizard.payment === 'taken' || (wizard.payment === 'expired' && wizard.hold?.isOffer)
  const left: Wizard = { ...wizard, hold: null, payFirst: null, ...atEase }
  // Back to the calendar, where the date explains itself.
  if (isDateGone) return { ...left, step: 'Date', offer: null }
  const step = to ?? (wizard.step === 'Payment' ? 'Guests' : 'Date')
  return { ...left, step, givenBack: wizard.hold ?? wizard.givenBack }
}

function hearOfPayment(wizard: Wizard, state: PaymentState<Deposit>): Wizard {
  switch (state.kind) {
    case 'sending':
      return { ...wizard, payment: 'sending', paying: { key: state.key, holdId: wizard.hold?.holdId }, problem: null }
    case 'confirming':
      return confirming(wizard, state.payment)
    case 'paid':
      return booked(wizard, state.payment.booking)
    case 'ready':
      return afterRefusal(wizard, state.problem ?? null, state.payment)
    // A deposit joins it.
    case 'other-payment':
      return wizard
  }
}

type UnderWay = Partial<Pick<Deposit, 'paying' | 'hold' | 'booking'>> | null

function confirming(wizard: Wizard, underWay: UnderWay): Wizard {
  const { paying = wizard.paying, hold, booking = null } = underWay ?? {}
  return {
    ...wizard,
    step: 'Payment',
    isChecking: false,
    payment: 'confirming',
    paying,
    hold: hold ?? wizard.hold,
    booking,
    problem: null,
  }
}

const booked = (wizard: Wizard, booking: Booking | null): Wizard => ({
  ...wizard,
  step: 'Confirm',
  isChecking: false,
  hold: null,
  payFirst: null,
  booking,
  ...atEase,
})

/** Nothing was charged. Without spots there is nothing to pay: the group must be held again. */
function afterRefusal(wizard: Wizard, told: Problem | null, deposit: Deposit | undefined): Wizard {
  if (deposit?.end) return endHold(wizard, deposit.end)
  const problem = told && { ...told, isDecline: deposit?.status === 'DECLINED' }
  const { hold = wizard.hold } = deposit ?? {}
  const step = hold || wizard.payFirst ? 'Payment' : 'Guests'
  return { ...wizard, step, payment: 'ready', hold, booking: null, problem }
}

/** Only an untouched dialog picks up what was left open. */
function pickUp(wizard: Wizard, found: LeftOpen): Wizard {
  if (wizard.step !== 'Date' || wizard.date) return wizard
  if (found.kind === 'nothing') return goOnWithoutHold(wizard)
  const { hold } = found
  const details = { ...wizard.details, ...promised(hold) }
  const resumed: Wizard = { ...wizard, resumes: null, date: hold.selectedDate, hold, details }
  if (found.kind === 'processing') return confirming(resumed, { paying: { key: found.key, holdId: hold.holdId } })
  if (hold.isOffer) return takeOffer({ ...wizard, resumes: null }, hold)
  // The terms count as accepted only if step 2 was finished in this tab.
  return { ...resumed, step: resumed.details.acceptsTerms ? 'Payment' : 'Guests' }
}

/** No hold, or none yet: what was typed is kept, and the date can be held from there. */
function goOnWithoutHold(wizard: Wizard): Wizard {
  const { resumes } = wizard
  return resumes ? { ...wizard, step: 'Guests', date: resumes, resumes: null } : wizard
}
