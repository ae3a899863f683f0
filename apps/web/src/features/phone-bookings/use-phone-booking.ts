import { NewManualPayment, PayMethod } from '@arcadia/contract/admin/manual-payments'
import {
  type Caller,
  type EnteredBooking,
  enterPhoneBooking,
  PhoneBooking,
} from '@arcadia/contract/admin/phone-bookings'
import { makePayLink } from '@arcadia/contract/balance-links'
import type { BookingData } from '@arcadia/contract/booking-data'
import { PackageType, quote } from '@arcadia/contract/configuration'
import { privateMorningFor } from '@arcadia/contract/private-mornings'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { useUntil } from './until-field.tsx'

const Typed = z.extend(
  z.omit(PhoneBooking, {
    selectedDate: true,
    customerId: true,
    payment: true,
    depositUntil: true,
    takeHeldSpots: true,
  }),
  {
    date: z.string().check(z.minLength(1, 'Please select a date')),
    /** How the deposit is paid. */
    deposit: z.enum(['LATER', ...PayMethod.options]),
    note: NewManualPayment.shape.note,
  },
)

/** What is typed about a new booking before anybody is known. */
export const NOBODY = {
  firstName: '',
  lastName: '',
  phone: '',
  packageType: 'TROPHY',
  riders: 0,
  tackle: 'DECIDE_LATER',
} as const

/** Known details to start with. */
export type Known = { date?: TripDate; numberOfGuests?: number } & Partial<
  Pick<BookingData, 'firstName' | 'lastName' | 'email' | 'phone'>
>

/** What a caller says, kept while they talk, and the booking that is made of it. */
export function usePhoneBooking(known: Known, onEntered: (booking: EnteredBooking, link: string | undefined) => void) {
  const config = useBookingConfig()
  const until = useUntil({ byEmail: known.email !== undefined })
  const name = ['phone-booking', known.email, known.date].filter(Boolean).join('.')
  const answer = useDraft(`${name}.caller`, { caller: '' })
  const caller: Caller | undefined = answer.draft.caller ? JSON.parse(answer.draft.caller) : undefined
  const form = useDraftForm(name, Typed, {
    date: '',
    deposit: 'LATER',
    note: '',
    ...NOBODY,
    email: '',
    numberOfGuests: 2,
    isPrivate: false,
    ...known,
  })
  const date = (form.watch('date') || null) as TripDate | null
  const deposit = form.watch('deposit')
  const guests = Number(form.watch('numberOfGuests'))
  const forSale = config && privateMorningFor(config, { booked: 0, held: 0 }, guests)
  const privateMorning = form.watch('isPrivate') === 'true' ? forSale : undefined
  const isPrivate = privateMorning !== undefined
  const sum =
    config &&
    quote(
      { ...config, privateMorning },
      PackageType.parse(form.watch('packageType')),
      guests,
      Number(form.watch('riders')),
    )
  // A caller with an email is identified by it.
  const withoutEmail = caller?.email === null ? caller : undefined
  const [kept, setKept] = useState<Date>()
  // Others hold the spots; the question is about this date and group only.
  const [asked, setAsked] = useState<{ date: TripDate; guests: number; isPrivate: boolean; question: string }>()
  const isSame = asked?.date === date && asked?.guests === guests && asked?.isPrivate === isPrivate
  const question = isSame ? asked.question : undefined
  const submit = form.submit(
    async ({ date: selectedDate, deposit, note, ...fields }) => {
      // Retries send the same deadline as the first try.
      const depositUntil = deposit === 'LINK' ? (kept ?? until.read()) : undefined
      if (deposit === 'LINK' && !depositUntil) return undefined
      setKept(depositUntil)
      const payment =
        deposit !== 'LATER' && deposit !== 'LINK' && sum ? { amount: sum.deposit, method: deposit, note } : undefined
      const wanted = { ...fields, isPrivate, selectedDate, customerId: withoutEmail?.customerId, payment, depositUntil }
      const booking = await call(
        enterPhoneBooking,
        { body: { ...wanted, takeHeldSpots: question !== undefined } },
        { idempotencyKey: form.pressKey() },
      ).catch((error: unknown) => {
        setKept(undefined)
        setAsked(undefined)
        if (!(error instanceof ApiError && error.code === 'spots-held')) throw error
        setAsked({ date: selectedDate as TripDate, guests, isPrivate, question: error.message })
      })
      if (!booking) return undefined
      const { link } = depositUntil
        ? await call(makePayLink, { params: { id: booking.id }, body: {} })
        : { link: undefined }
      return { booking, link }
    },
    (entered) => {
      if (!entered) return
      const { booking, link } = entered
      form.forget()
      answer.forget()
      onEntered(booking, link)
    },
  )

  function choose(one: Caller | undefined) {
    if (one || caller) form.set('email', one?.email ?? '')
    answer.change({ caller: one ? JSON.stringify(one) : '' })
    for (const name of ['firstName', 'lastName'] as const) if (one && !form.watch(name)) form.set(name, one[name])
  }

  function discard() {
    const undo = [answer.forget(), form.empty()]
    return () => {
      for (const one of undo) one()
    }
  }

  return {
    form,
    submit,
    date,
    guests,
    sum,
    /** The rest of the boat, if it can be bought. */
    forSale,
    isPrivate,
    deposit,
    untilField: deposit === 'LINK' ? until.field : undefined,
    /** Others hold these spots: whether to book anyway. */
    question,
    caller,
    choose,
    asksEmail: !withoutEmail,
    isDraft: form.isDraft || answer.isChanged(),
    discard,
  }
}
