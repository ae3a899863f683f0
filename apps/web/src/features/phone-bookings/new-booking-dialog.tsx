import { type Caller, enterPhoneBooking, PhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { makePayLink } from '@arcadia/contract/balance-links'
import { type AdminBooking, type BookingData, formatUntil } from '@arcadia/contract/bookings'
import { PackageType, quote } from '@arcadia/contract/configuration'
import { formatCents } from '@arcadia/contract/money'
import { formatDayInWords, formatFullDate, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogEnd, DialogFoot } from '../../ui/dialog.tsx'
import { optional, SelectField, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast.tsx'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { PartyFields } from '../bookings/party-fields.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { KnownCaller } from './known-caller.tsx'
import { PayLinkToSend } from './pay-link-to-send.tsx'
import { useUntil } from './until-field.tsx'

/** How the deposit is paid. */
const Deposit = z.enum(['LATER', 'LINK', 'CASH', 'CHECK'])

const Typed = z.extend(
  z.omit(PhoneBooking, {
    selectedDate: true,
    customerId: true,
    payment: true,
    depositUntil: true,
    takeHeldSpots: true,
  }),
  { date: z.string().check(z.minLength(1, 'Please select a date')), deposit: Deposit },
)

interface NewBookingDialogProps {
  /** Known details to start with. */
  known?: { date?: TripDate; numberOfGuests?: number } & Partial<
    Pick<BookingData, 'firstName' | 'lastName' | 'email' | 'phone'>
  >
  onBooked?: () => void
  onClose: () => void
}

/** One page for everything a caller says, filled in while they talk. */
export function NewBookingDialog({ known = {}, onBooked, onClose }: NewBookingDialogProps) {
  const config = useBookingConfig()
  const [made, setMade] = useState<{ booking: AdminBooking; link: string }>()
  const until = useUntil()
  const name = ['phone-booking', known.email, known.date].filter(Boolean).join('.')
  const answer = useDraft(`${name}.caller`, { caller: '' })
  const caller: Caller | undefined = answer.draft.caller ? JSON.parse(answer.draft.caller) : undefined
  const form = useDraftForm(name, Typed, {
    date: '',
    deposit: 'LATER',
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    numberOfGuests: 2,
    packageType: 'TROPHY',
    riders: 0,
    tackle: 'DECIDE_LATER',
    ...known,
  })
  const date = (form.watch('date') || null) as TripDate | null
  const deposit = form.watch('deposit')
  const guests = Number(form.watch('numberOfGuests'))
  const sum =
    config && quote(config, PackageType.parse(form.watch('packageType')), guests, Number(form.watch('riders')))
  // A caller with an email is identified by it.
  const withoutEmail = caller?.email === null ? caller : undefined
  const [kept, setKept] = useState<Date>()
  // Others hold the spots; the question is about this date and group only.
  const [asked, setAsked] = useState<{ date: TripDate; guests: number; question: string }>()
  const question = asked?.date === date && asked?.guests === guests ? asked.question : undefined
  const submit = form.submit(
    async ({ date: selectedDate, deposit, ...fields }) => {
      // Retries send the same deadline as the first try.
      const depositUntil = deposit === 'LINK' ? (kept ?? until.read()) : undefined
      if (deposit === 'LINK' && !depositUntil) return undefined
      setKept(depositUntil)
      const payment =
        (deposit === 'CASH' || deposit === 'CHECK') && sum
          ? { amount: sum.deposit, method: deposit, note: null }
          : undefined
      const wanted = { ...fields, selectedDate, customerId: withoutEmail?.customerId, payment, depositUntil }
      const booking = await call(
        enterPhoneBooking,
        { body: { ...wanted, takeHeldSpots: question !== undefined } },
        { idempotencyKey: form.pressKey() },
      ).catch((error: unknown) => {
        setKept(undefined)
        setAsked(undefined)
        if (!(error instanceof ApiError && error.code === 'spots-held')) throw error
        setAsked({ date: selectedDate as TripDate, guests, question: error.message })
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
      onBooked?.()
      if (link) return setMade({ booking, link })
      toast(`${booking.confirmationNumber} is booked for ${formatFullDate(booking.selectedDate)}.`)
      onClose()
    },
  )

  function choose(one: Caller | undefined) {
    if (one || caller) form.set('email', one?.email ?? '')
    answer.change({ caller: one ? JSON.stringify(one) : '' })
    for (const name of ['firstName', 'lastName'] as const) if (one && !form.watch(name)) form.set(name, one[name])
  }

  function discard() {
    answer.forget()
    form.empty()
  }

  if (made)
    return (
      <Dialog title="Pay link" width={30} onClose={onClose} closesOutside={false}>
        <Made {...made} onClose={onClose} />
      </Dialog>
    )
  const close = () => !form.isBusy && onClose()
  return (
    <Dialog title="New booking" width={44} onClose={close} closesOutside={false}>
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="two-sides">
          <AvailabilityCalendar
            selected={date}
            guests={guests}
            takesHeld
            onSelect={(picked) => form.set('date', picked)}
          />
          <div className="grid content-start gap-4">
            <PartyFields form={form} />
            <div className="grid grid-cols-2 gap-3">
              <TextField {...form.field('firstName')} label="First name" autoComplete="off" required />
              <TextField {...form.field('lastName')} label={optional('Last name')} autoComplete="off" />
            </div>
            <TextField {...form.field('phone')} label="Phone number" type="tel" autoComplete="off" required />
            <KnownCaller phone={form.watch('phone')} chosen={caller} onChoose={choose} />
            {!withoutEmail && (
              <TextField
                {...form.field('email')}
                label={optional('Email')}
                type="email"
                help="For their account, which we create if there isn't one. Without it we email nothing."
                autoComplete="off"
              />
            )}
            <SelectField label={sum ? `Deposit, ${formatCents(sum.deposit)}` : 'Deposit'} {...form.field('deposit')}>
              <option value="LATER">Comes later</option>
              <option value="CASH">Paid in cash</option>
              <option value="CHECK">Paid by check</option>
              <option value="LINK">Send a pay link</option>
            </SelectField>
            {deposit === 'LINK' && until.field}
            {(form.isDraft || answer.isChanged()) && <DraftNote onDiscard={discard} />}
            <FormError>{form.field('date').error ?? form.error}</FormError>
            {question && (
              <div role="alert" ref={bringIntoView} className="scroll-mb-6">
                <Banner tone="warn">{question}</Banner>
              </div>
            )}
          </div>
        </DialogBody>
        <DialogFoot>
          <p className="num text-ui text-ink-2 leading-snug" aria-live="polite">
            {sum && (
              <>
                <strong className="text-ink">
                  <Money cents={sum.total} />
                </strong>
                <br />
                {date && `${formatShortDate(date)}, `}deposit <Money cents={sum.deposit} />
              </>
            )}
          </p>
          <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Booking...">
            {question ? 'Book anyway' : deposit === 'LINK' ? 'Keep the spots' : 'Book'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** The question is read before it is answered, on a phone too. */
const bringIntoView = (question: HTMLElement | null) => question?.scrollIntoView({ block: 'nearest' })

/** The spots are kept and the link is ready to send. */
function Made({ booking, link, onClose }: { booking: AdminBooking; link: string; onClose: () => void }) {
  const { selectedDate, depositUntil, email } = booking
  return (
    <DialogEnd
      way={
        <Button variant="cta" onClick={onClose}>
          Done
        </Button>
      }
    >
      <FormAnswer>
        {formatDayInWords(selectedDate)} is held for {booking.firstName}
        {depositUntil && ` until ${formatUntil(depositUntil)}`}.{email && ` We've emailed ${email} a link.`}
      </FormAnswer>
      <PayLinkToSend booking={booking} link={link} />
    </DialogEnd>
  )
}
