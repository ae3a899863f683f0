import { addresses } from '@arcadia/contract/addresses'
import { type BookingCharge, type BookingRefund, CHARGE_WORDS, REFUND_KINDS } from '@arcadia/contract/admin/bookings'
import { actionInWords, changedValues, changeInWords } from '@arcadia/contract/admin/change-words'
import { titleOfMail } from '@arcadia/contract/admin/mails'
import type { TripOutcome } from '@arcadia/contract/bookings'
import { FIRST_OWNER, fullName } from '@arcadia/contract/full-name'
import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { formatCents, neverTaken } from '@arcadia/contract/money'
import { cardInWords } from '@arcadia/contract/payments'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { emptyInWords } from '@arcadia/contract/private-mornings'
import { TACKLE_NAMES } from '@arcadia/contract/riders'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { CANCELLATION_TERMS } from '@arcadia/contract/terms'
import { formatDate, formatFullDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { escaped } from '../../mail/markup.ts'
import type { DisputePack } from './dispute-packs.service.ts'
import { type Cell, factList, page, section, table, textBlock } from './evidence-page.ts'

/** The pack as one self-contained page: what a bank asks for, in its order. */
export function disputePackPage(pack: DisputePack): string {
  const { booking } = pack
  return page({
    title: `Dispute pack ${booking.confirmationNumber}`,
    intro: introOf(pack),
    sections: [
      section('Booking', factList(bookingFacts(pack))),
      section('Customer', factList(customerFacts(pack))),
      section('Agreement', factList(agreementFacts(pack))),
      section('Amounts', factList(amountFacts(pack))),
      section('Card payments', charges(pack.booking.charges, pack.networks)),
      section('Paid by hand', manualPayments(pack)),
      section('Refunds', refunds(pack.booking.refunds)),
      section('Refund requests', requests(pack)),
      section('Questions and answers', questions(pack)),
      section('Emails', mails(pack.mails)),
      section('Booking history', history(pack)),
      section('Changes by the business', changes(pack)),
    ],
  })
}

/** Who we are, and when this was made. */
export const introOf = ({ letterhead: { business, publicUrl }, madeAt }: Pick<DisputePack, 'letterhead' | 'madeAt'>) =>
  `${business.name}, Arcadia, Florida. ${[business.phone, business.email, publicUrl].filter(Boolean).join(', ')}. Created ${when(madeAt)}.`

/** To the minute, in the venue's time zone; what happened within one stands in its order. */
export const when = (instant: Date | null): string =>
  instant ? `${formatDate(venueDate(instant))}, ${formatVenueTime(instant)}` : ''

/** Who did it, for somebody who knows nobody here. */
const person = (name: string): string => (name === FIRST_OWNER ? 'the business (owner)' : name)

/** `NOT_CHARGED` → `Not charged` */
function words(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[_.-]/g, ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

export const OUTCOMES: Record<TripOutcome, string> = {
  ON: 'Still on; its day is not over yet',
  CALLED_OFF: 'Called off by the business; the customer chooses another date or a refund',
  NO_SHOW: 'No-show: the customer did not come',
  TOOK_PLACE: 'The trip took place',
}

function privateFact({ privateMorning, numberOfGuests }: DisputePack['booking']): string {
  if (!privateMorning) return 'No'
  const emptySpots = Math.max(0, privateMorning.spots - numberOfGuests)
  return `Yes, ${emptyInWords(emptySpots)}, ${formatCents(privateMorning.spotPrice)} each`
}

function bookingFacts({ booking }: DisputePack): [string, Cell][] {
  return [
    ['Confirmation number', booking.confirmationNumber],
    ['Status', `${words(booking.status)}${booking.statusReason ? `: ${booking.statusReason}` : ''}`],
    ['Trip', formatFullDate(booking.selectedDate)],
    ['What became of the trip', booking.outcome && OUTCOMES[booking.outcome]],
    ['Anglers', booking.numberOfGuests],
    ['Riders', booking.riders === 0 ? 'None' : `${booking.riders}, ${formatCents(booking.riderPrice)} each`],
    ['Private morning', privateFact(booking)],
    ['Package', words(booking.packageType)],
    ['Tackle', TACKLE_NAMES[booking.tackle]],
    ['Booked', when(booking.createdAt)],
    ['Last changed', when(booking.updatedAt)],
  ]
}

function customerFacts({ booking, account }: DisputePack): [string, Cell][] {
  const confirmed = account.emailConfirmedAt ? `confirmed ${when(account.emailConfirmedAt)}` : 'not confirmed'
  return [
    ['Name', fullName(booking)],
    ['Email', booking.email],
    ['Phone', formatPhone(booking.phone)],
    ['Account', `${account.username}, created ${when(account.createdAt)}`],
    ['Account email', account.email && `${account.email}, ${confirmed}`],
    ['Account phone', account.phone && formatPhone(account.phone)],
    ['Completed trips on the account', account.tripsMade],
  ]
}

function agreementFacts({ booking: { terms }, letterhead }: DisputePack): [string, Cell][] {
  if (!terms) return [['Terms', 'The booking was made without accepting the terms online.']]
  const accepted = CANCELLATION_TERMS[terms.version]
  return [
    ['Terms accepted', `version ${terms.version}, by checking a box before paying on ${letterhead.publicUrl}`],
    ['Accepted', when(terms.acceptedAt)],
    [
      'The accepted terms on cancellation',
      accepted ? [accepted.deposits, ...accepted.never.map((what) => `• ${what}`)] : null,
    ],
    ['On moving to another date (excerpt)', accepted?.moving ?? null],
    ['All terms, as they stand today', letterhead.publicUrl + addresses.terms.href()],
  ]
}

function amountFacts({ booking }: DisputePack): [string, Cell][] {
  return [
    ['Total', formatCents(booking.totalAmount)],
    ['Deposit', formatCents(booking.depositAmount)],
    ['Paid', formatCents(booking.paidAmount)],
    ['Paid by hand', formatCents(booking.cashAmount)],
    ...(booking.canceledAmount > 0
      ? [['Canceled charge', neverTaken(booking.canceledAmount)] satisfies [string, Cell]]
      : []),
    ['Refunded', formatCents(refundedByUs(booking))],
    ...(booking.chargedBackAmount > 0
      ? [[REFUND_KINDS.CHARGED_BACK, formatCents(booking.chargedBackAmount)] satisfies [string, Cell]]
      : []),
    ['Not owed anymore', formatCents(booking.forgivenAmount)],
    ['Balance', formatCents(booking.pendingAmount)],
    ['Currency', 'USD'],
  ]
}

export function charges(made: readonly BookingCharge[], networks: DisputePack['networks']): string {
  return table(
    [
      'Started',
      'Amount',
      'Result',
      'Card',
      "QuickBooks' number of the charge",
      'Internet address of the person who paid',
    ],
    made.map((charge) => [
      when(charge.startedAt),
      formatCents(charge.amount),
      [
        charge.status === 'NEEDS_REVIEW' ? 'Being looked up in QuickBooks' : CHARGE_WORDS[charge.status],
        when(charge.endedAt),
        charge.message,
      ],
      cardInWords(charge),
      charge.chargeId,
      networks.get(charge.id) ?? null,
    ]),
  )
}

function manualPayments({ manualPayments: payments }: DisputePack): string {
  return table(
    ['Recorded', 'Amount', 'How', 'By', 'Removed'],
    payments.map(({ createdAt, amount, method, recordedBy, takenBack }) => [
      when(createdAt),
      formatCents(amount),
      MANUAL_METHODS[method].name,
      person(recordedBy),
      takenBack && [when(takenBack.at), `by ${person(takenBack.by)}`],
    ]),
  )
}

export function refunds(orders: readonly BookingRefund[]): string {
  return table(
    ['Ordered', 'Amount', 'Result', 'Reason', "QuickBooks' numbers"],
    orders.flatMap((order) =>
      order.parts.map((part) => [
        [when(order.orderedAt), `by ${person(order.orderedBy)}`],
        formatCents(part.amount),
        [
          order.isNeverTaken && part.status === 'REFUNDED' ? 'Canceled' : words(part.status),
          when(part.endedAt),
          part.problem,
        ],
        [REFUND_KINDS[order.kind], order.description],
        [part.refundId && `Refund ${part.refundId}`, part.chargeId && `of charge ${part.chargeId}`],
      ]),
    ),
  )
}

function requests({ requests: filed }: DisputePack): string {
  return table(
    ['Asked', 'Amount', 'The customer wrote', 'Decided', 'Answer'],
    filed.map(({ createdAt, amount, description, decision, decidedAt, answer }) => [
      when(createdAt),
      amount === null ? 'all' : formatCents(amount),
      description,
      decision ? [words(decision), when(decidedAt)] : 'Open',
      answer,
    ]),
  )
}

function questions({ booking }: DisputePack): string {
  return table(
    ['Asked', 'Question', 'Answered', 'Answer'],
    // Evidence reads oldest first; the list is latest first.
    booking.questions
      .toReversed()
      .map(({ createdAt, queryMessage, responses }) => [
        when(createdAt),
        queryMessage,
        responses.map((response) => when(response.createdAt)),
        responses.map(({ text }) => text),
      ]),
  )
}

export function mails(written: DisputePack['mails']): string {
  if (written.length === 0) return '<p>None.</p>'
  return written
    .map((mail) => {
      const title = titleOfMail(mail)
      const state = {
        SENT: `delivered to the mail server ${when(mail.sentAt)}`,
        FAILED: `could not be sent (${when(mail.failedAt)}): ${mail.error}`,
        WAITING: 'waiting to be sent',
        HELD: `held back, not sent: ${mail.error}`,
        NOT_NEEDED: mail.error ?? 'no longer needed, not sent',
      }[mail.status]
      const facts: [string, Cell][] = [
        ['To', mail.to],
        ['Written', when(mail.createdAt)],
        ['Delivery', state],
      ]
      return `<article><h3>${escaped(title)}</h3>${factList(facts)}${mail.text ? textBlock(mail.text) : ''}</article>`
    })
    .join('\n')
}

function history({ booking }: DisputePack): string {
  return table(
    ['When', 'What'],
    booking.history.map(({ happenedAt, description }) => [when(happenedAt), description]),
  )
}

function changes({ changes: made }: DisputePack): string {
  return table(
    ['When', 'By', 'What', 'Change'],
    made
      .filter(({ action }) => action !== 'booking.note-added')
      .map(({ at, by, action, before, after }) => [
        when(at),
        person(by),
        actionInWords(action),
        changedValues(before, after, PRIVATE_VALUES)?.map(changeInWords) ?? 'Erased',
      ]),
  )
}

/** Notes that only admins see. */
const PRIVATE_VALUES = ['note', 'reason']
