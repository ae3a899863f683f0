import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { quote } from '@arcadia/contract/configuration'
import { formatCents } from '@arcadia/contract/money'
import { callUs } from '@arcadia/contract/site/contact-words'
import { formatDayInWords, venueDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SentForm } from '../../http/form-change.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { changesOf } from '../audit-log/audit-log.writes.ts'
import { claimsOfDay } from '../availability/availability.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { bookingChange } from './booking-change.writes.ts'
import {
  type Corrected,
  describeCorrection,
  describeRidersAndTackle,
  isToCome,
  refuseChange,
  refuseMoreAnglers,
} from './bookings.rules.ts'
import { getFrozenPrices, updateCorrected } from './change-bookings.store.ts'
import type { LockedBooking } from './lock-booking.writes.ts'

type Correction = Partial<Omit<Corrected, 'totalAmount' | 'depositAmount'>> & {
  acceptsOverpayment?: boolean | undefined
}

/** Who sends which form. */
interface Asked {
  user: SignedIn
  form: SentForm<Correction>
}

/**
 * Corrects a booking: its guest the name and phone of an upcoming trip, staff everything but date and account. More anglers need
 * free spots that day; total and deposit are computed at the booking's frozen prices. A private morning can end so (docs/rules.md §2.37).
 * @throws AppError `trip-is-over`, `not-enough-spots`, `not-private`, `total-below-paid`
 */
export const corrected = bookingChange<'guest' | 'staff', Asked>({
  name: 'corrected',
  by: {
    guest: { who: 'the guest, name and phone alone', guest: null, owner: null },
    staff: { who: 'the owner or the office', guest: 'booking-corrected', owner: null },
  },
  frees: true,
  isDone: ({ booking, asked: { form } }) => isAsAsked(booking, form.body),
  refuse: ({ by, booking, now }) =>
    by === 'guest' && !isToCome(booking, venueDate(now)) ? new AppError('trip-is-over') : undefined,
  waitsForPayment: ({ by }) => by === 'staff',
  async write({ tx, now, booking, asked }) {
    const before = toCorrected(booking)
    const { acceptsOverpayment = false, ...given } = await givenTo(tx, booking, asked)
    if (isAsAsked(booking, given)) return undefined
    const after = await correctedTo(tx, booking, given)
    if (after.isPrivate && !before.isPrivate) throw new AppError('not-private', { message: BOUGHT_WITH_BOOKING })
    if (isPriced(before, after) && !acceptsOverpayment) refuseOverpayment(booking, after.totalAmount)
    await refuseFullDay(tx, now, booking, after.numberOfGuests - before.numberOfGuests)
    await updateCorrected(tx, now, booking.id, after)
    const changed = (Object.keys(after) as (keyof Corrected)[]).filter((name) => after[name] !== before[name])
    const only = (values: Corrected) => Object.fromEntries(changed.map((name) => [name, onWire(name, values)]))
    return { ...told(describeCorrection(before, after)), before: only(before), after: only(after) }
  },
})

/**
 * Customers change riders and tackle themselves. Values are absolute, not increments, so a retry is a no-op.
 * @throws AppError `not-changeable`, `total-below-paid`
 */
export const changed = bookingChange<'guest', Asked>({
  name: 'changed',
  by: { guest: { who: 'the guest, riders and tackle', guest: 'booking-corrected', owner: null } },
  frees: false,
  isDone: ({ booking, asked: { form } }) => isAsAsked(booking, form.body),
  async refuse({ booking, now, business }) {
    const message = refuseChange(booking, venueDate(now), await business(), 'change riders and tackle')
    return message ? new AppError('not-changeable', { message }) : undefined
  },
  waitsForPayment: () => true,
  async write({ tx, now, booking, business, asked }) {
    const given = await givenTo(tx, booking, asked)
    if (isAsAsked(booking, given)) return undefined
    const after = await correctedTo(tx, booking, given)
    const isOther = after.riders !== booking.riders
    if (isOther) refuseMoneyBack(booking, after.totalAmount, await business())
    await updateCorrected(tx, now, booking.id, { ...after, depositAmount: booking.depositAmount })
    const money = isOther ? ` The total is ${formatCents(after.totalAmount)}.` : ''
    return told(`Changed: ${describeRidersAndTackle(booking, after).join(', ')}.${money}`)
  },
})

/** The email says it as the history does. */
const told = (says: string) => ({ says, params: { says: [says] } })

const givenTo = (tx: Db, booking: LockedBooking, { user, form }: Asked): Promise<Correction> =>
  changesOf(tx, user, form, { kind: 'booking', id: booking.id }, toCorrected(booking))

const isAsAsked = (booking: AdminBooking, { acceptsOverpayment: _, ...asked }: Correction) => {
  const now = toCorrected(booking)
  return Object.entries(asked).every(
    ([name, value]) => value === undefined || now[name as keyof typeof asked] === value,
  )
}

const BOUGHT_WITH_BOOKING = 'A private morning is bought with the booking. It can only be ended here.'

/** Fields that change the total. */
const PRICED = ['packageType', 'numberOfGuests', 'riders', 'isPrivate'] as const

const isPriced = (before: Corrected, after: Corrected) => PRICED.some((name) => after[name] !== before[name])

async function correctedTo(tx: Db, booking: LockedBooking, asked: Correction): Promise<Corrected> {
  const before = toCorrected(booking)
  const given = Object.entries(asked).filter(([, value]) => value !== undefined)
  const after = { ...before, ...Object.fromEntries(given) }
  if (!isPriced(before, after)) return after
  const { privateMorning, ...prices } = await getFrozenPrices(tx, booking.id)
  const frozen = after.isPrivate ? { ...prices, privateMorning } : prices
  const { total, deposit } = quote(frozen, after.packageType, after.numberOfGuests, after.riders)
  return { ...after, totalAmount: total, depositAmount: deposit }
}

function toCorrected(booking: AdminBooking): Corrected {
  const { numberOfGuests, packageType, riders, tackle, firstName, lastName, phone, totalAmount, depositAmount } =
    booking
  const isPrivate = booking.privateMorning !== null
  return {
    numberOfGuests,
    isPrivate,
    packageType,
    riders,
    tackle,
    firstName,
    lastName,
    phone,
    totalAmount,
    depositAmount,
  }
}

const onWire = (name: keyof Corrected, values: Corrected) =>
  name === 'totalAmount' || name === 'depositAmount' ? values[name] / 100 : values[name]

/** A cancelled booking takes no spots. */
async function refuseFullDay(
  tx: Db,
  now: Date,
  { status, selectedDate, userId }: LockedBooking,
  more: number,
): Promise<void> {
  if (status === 'CANCELLED' || more <= 0) return
  const [config, claims] = [await getConfig(tx), await claimsOfDay(tx, now, selectedDate, userId)]
  const message = refuseMoreAnglers(more, config, claims, formatDayInWords(selectedDate))
  if (message) throw new AppError('not-enough-spots', { message, path: 'numberOfGuests' })
}

/** Makes the owner confirm that the customer will have overpaid. */
function refuseOverpayment({ paidAmount, refundedAmount }: AdminBooking, total: number): void {
  const kept = paidAmount - refundedAmount
  if (total >= kept) return
  throw new AppError('total-below-paid', {
    message: `${formatCents(kept)} has been paid, and the new total is ${formatCents(total)}. That leaves ${formatCents(kept - total)}: refund it, or leave it as credit on the booking.`,
  })
}

/** Only the owner refunds. After a partial refund, another rider could come free (docs/rules.md §3.21). */
function refuseMoneyBack({ paidAmount, refundedAmount, totalAmount }: AdminBooking, total: number, business: Business) {
  if (refundedAmount > 0)
    throw new AppError('not-changeable', {
      message: `Part of this booking was refunded, so we'll change the riders for you. ${callUs(business)}`,
    })
  if (total > totalAmount || total >= paidAmount) return
  throw new AppError('total-below-paid', {
    message: `You've paid ${formatCents(paidAmount)}, and the trip would cost ${formatCents(total)}. ${callUs(business)} We'll sort out the difference.`,
  })
}
