import { enterPhoneBooking, PhoneBooking } from '@arcadia/contract/admin-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { PackageType, quote } from '@arcadia/contract/configuration'
import { formatFullDate, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast.tsx'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { PartyFields } from './party-fields.tsx'

const WithoutDate = z.omit(PhoneBooking, { selectedDate: true })

interface NewBookingDialogProps {
  /** What is known of it before anybody asks. */
  known?: { date?: TripDate; numberOfGuests?: number } & Partial<
    Pick<AdminBooking, 'firstName' | 'lastName' | 'email' | 'phone'>
  >
  onBooked?: () => void
  onClose: () => void
}

/** One page with everything a caller says, filled in while they speak. */
export function NewBookingDialog({ known = {}, onBooked, onClose }: NewBookingDialogProps) {
  const { date: knownDate = null, ...wanted } = known
  const config = useBookingConfig()
  const [date, setDate] = useState<TripDate | null>(knownDate)
  const [isDateMissing, setDateMissing] = useState(false)
  const form = useContractForm(WithoutDate, {
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    numberOfGuests: 2,
    packageType: 'TROPHY',
    riders: 0,
    tackle: 'DECIDE_LATER',
    ...wanted,
  })
  // One dialog is one booking, however often its button is pressed or an answer gets lost.
  const [idempotencyKey] = useState(newIdempotencyKey)
  const submit = form.submit(
    async (booking) =>
      date && call(enterPhoneBooking, { body: { ...booking, selectedDate: date } }, { idempotencyKey }),
    (booked) => {
      if (!booked) return
      toast(`${booked.confirmationNumber} is booked for ${formatFullDate(booked.selectedDate)}.`)
      onBooked?.()
      onClose()
    },
  )

  const guests = Number(form.watch('numberOfGuests'))
  const sum =
    config && quote(config, PackageType.parse(form.watch('packageType')), guests, Number(form.watch('riders')))
  const close = () => !form.isBusy && onClose()
  return (
    <Dialog title="New booking" width={44} onClose={close} closesOutside={false}>
      <form
        className="dlg__form"
        noValidate
        onSubmit={(event) => {
          setDateMissing(date === null)
          void submit(event)
        }}
      >
        <DialogBody className="two-sides">
          <AvailabilityCalendar
            selected={date}
            guests={guests}
            onSelect={(picked) => {
              setDate(picked)
              setDateMissing(false)
            }}
          />
          <div className="grid content-start gap-4">
            <PartyFields form={form} />
            <div className="grid grid-cols-2 gap-3">
              <TextField {...form.field('firstName')} label="First name" autoComplete="off" required />
              <TextField {...form.field('lastName')} label="Last name" autoComplete="off" required />
            </div>
            <TextField
              {...form.field('email')}
              label="Email"
              type="email"
              help="We'll add it to this customer's account, or create one and email a link."
              autoComplete="off"
              required
            />
            <TextField {...form.field('phone')} label="Phone number" type="tel" autoComplete="off" required />
            <FormError>{isDateMissing ? 'Please select a date' : form.error}</FormError>
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
            Book
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
