import { PayMethod } from '@arcadia/contract/admin/manual-payments'
import type { EnteredBooking } from '@arcadia/contract/admin/phone-bookings'
import { texts } from '@arcadia/contract/admin/texts'
import { type AdminBooking, formatUntil } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { textAddress } from '@arcadia/contract/phone-numbers'
import { formatDayInWords, formatFullDate, formatShortDate } from '@arcadia/contract/trip-date'
import { type ReactNode, useState } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { MethodOptions, PaymentNoteField } from '../../forms/method-fields.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogEnd, DialogFoot } from '../../ui/dialog.tsx'
import { optional, SelectField, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast.tsx'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { PartyFields, PrivateField } from '../bookings/party-fields.tsx'
import { emailsWait, useMailPromise } from '../mails/mail-server.ts'
import { CallerFields } from './caller-fields.tsx'
import { KnownCaller } from './known-caller.tsx'
import { PayLinkToSend } from './pay-link-to-send.tsx'
import { type Known, usePhoneBooking } from './use-phone-booking.ts'

interface NewBookingDialogProps {
  known?: Known
  /** What the guest wrote, seen while it is filled in. */
  asked?: ReactNode
  onBooked?: () => void
  onClose: () => void
}

/** One page for everything a caller says, filled in while they talk. */
export function NewBookingDialog({ known = {}, asked, onBooked, onClose }: NewBookingDialogProps) {
  const [made, setMade] = useState<{ booking: EnteredBooking; link: string | undefined }>()
  const promise = useMailPromise()
  const entry = usePhoneBooking(known, (booking, link) => {
    onBooked?.()
    if (link || !booking.email) return setMade({ booking, link })
    const emailed = promise("We're emailing them.", emailsWait(1))
    toast(`${fullName(booking)} is booked for ${formatFullDate(booking.selectedDate)}. ${emailed}`)
    onClose()
  })
  const { form, date, guests, question } = entry

  if (made)
    return (
      <Dialog title={made.link ? 'Pay link' : 'Booked'} width={30} onClose={onClose} closesOutside={false}>
        {made.link ? (
          <Made booking={made.booking} link={made.link} onClose={onClose} />
        ) : (
          <NotEmailed booking={made.booking} onClose={onClose} />
        )}
      </Dialog>
    )
  const close = () => !form.isBusy && onClose()
  const dateField = form.field('date')
  return (
    <Dialog title="New booking" width={44} onClose={close} closesOutside={false}>
      <form className="dlg__form" noValidate onSubmit={entry.submit}>
        <DialogBody className="two-sides">
          {/* Takes the focus if no date is chosen, so that it is in sight. */}
          <div ref={dateField.ref} tabIndex={-1} className="grid content-start gap-3">
            <FormError>{dateField.error}</FormError>
            <AvailabilityCalendar
              selected={date}
              guests={guests}
              isPrivate={entry.isPrivate}
              byStaff
              onSelect={(picked) => form.set('date', picked)}
            />
          </div>
          <div className="grid content-start gap-4">
            {asked}
            <PartyFields form={form} />
            {entry.forSale && <PrivateField form={form} privateMorning={entry.forSale} guests={guests} />}
            <Caller entry={entry} />
            <DepositFields entry={entry} />
            <DraftNote isDraft={entry.isDraft} onDiscard={entry.discard} />
            <FormError>{form.error}</FormError>
            {question && (
              <div role="alert" ref={bringIntoView} className="scroll-mb-6">
                <Banner tone="warn">{question}</Banner>
              </div>
            )}
          </div>
        </DialogBody>
        <DialogFoot>
          <Sum entry={entry} />
          <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Booking...">
            {question ? 'Book anyway' : entry.deposit === 'LINK' ? 'Hold the spots' : 'Book'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

type Entry = ReturnType<typeof usePhoneBooking>

function Caller({ entry: { form, caller, choose, asksEmail } }: { entry: Entry }) {
  return (
    <>
      <CallerFields form={form} />
      <KnownCaller phone={form.watch('phone')} chosen={caller} onChoose={choose} />
      {asksEmail && (
        <TextField
          {...form.field('email')}
          label={optional('Email')}
          type="email"
          help="We'll set up an account for them. Leave it blank and we won't email anything."
          autoComplete="off"
        />
      )}
    </>
  )
}

function DepositFields({ entry: { form, sum, deposit, untilField } }: { entry: Entry }) {
  return (
    <>
      <SelectField label={sum ? `Deposit, ${formatCents(sum.deposit)}` : 'Deposit'} {...form.field('deposit')}>
        <option value="LATER">They'll pay later</option>
        <MethodOptions of={PayMethod.options} />
      </SelectField>
      {deposit !== 'LATER' && deposit !== 'LINK' && <PaymentNoteField {...form.field('note')} method={deposit} />}
      {untilField}
    </>
  )
}

function Sum({ entry: { sum, date } }: { entry: Entry }) {
  return (
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
  )
}

/** The question is read before it is answered, on a phone too. */
const bringIntoView = (question: HTMLElement | null) => question?.scrollIntoView({ block: 'nearest' })

/** The spots are kept and the link is ready to send. */
function Made({ booking, link, onClose }: { booking: AdminBooking; link: string; onClose: () => void }) {
  const { selectedDate, depositUntil, email } = booking
  return (
    <DialogEnd way={<Button onClick={onClose}>Done</Button>}>
      <FormAnswer>
        {formatDayInWords(selectedDate)} is held for {booking.firstName}
        {depositUntil && ` until ${formatUntil(depositUntil)}`}.{email && ` We've emailed ${email} a link.`}
      </FormAnswer>
      <PayLinkToSend booking={booking} link={link} variant="cta" />
    </DialogEnd>
  )
}

/** Nobody has told a guest without an email: their trip, ready to text. */
function NotEmailed({ booking, onClose }: { booking: EnteredBooking; onClose: () => void }) {
  const { business: from } = useSiteData()
  const { selectedDate: date, phone } = booking
  const says = texts.booked({ ...booking, from, to: booking, link: booking.tripUrl, date, today: useVenueToday() })
  const text = textAddress(phone, says)
  return (
    <DialogEnd
      way={
        <Button variant={text ? 'line' : 'cta'} onClick={onClose}>
          Done
        </Button>
      }
    >
      <FormAnswer>
        {fullName(booking)} is booked for {formatFullDate(date)}.
      </FormAnswer>
      <p>There's no email, so they have nothing in writing yet.</p>
      {text && (
        <LinkButton to={text} variant="cta" data-autofocus>
          Text it to {booking.firstName}
        </LinkButton>
      )}
    </DialogEnd>
  )
}
