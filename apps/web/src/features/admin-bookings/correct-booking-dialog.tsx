import { BookingCorrection, correctBooking } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { optional, TextField } from '../../ui/field.tsx'
import { PartyFields, PrivateField } from '../bookings/party-fields.tsx'
import { useTellOutcome } from '../bookings/use-tell-outcome.ts'

const Correction = z.omit(BookingCorrection, { acceptsOverpayment: true })

export function CorrectBookingDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { id, firstName, lastName, phone, email, numberOfGuests, packageType, riders, tackle, privateMorning } = booking
  const form = useContractForm(Correction, {
    firstName,
    lastName,
    phone,
    numberOfGuests,
    isPrivate: privateMorning !== null,
    packageType,
    riders,
    tackle,
  })
  const tell = useTellOutcome()
  const [acceptsOverpayment, setAcceptsOverpayment] = useState(false)

  const submit = form.submit(
    async (typed, shown) => {
      try {
        return await call(correctBooking, { params: { id }, body: { ...typed, acceptsOverpayment } }, { shown })
      } catch (error) {
        // Confirmed once: the warning is known.
        if (error instanceof ApiError && error.code === 'total-below-paid') setAcceptsOverpayment(true)
        throw error
      }
    },
    (corrected) => {
      const { totalAmount } = corrected
      const total = totalAmount === booking.totalAmount ? '' : ` The total is ${formatCents(totalAmount)}.`
      tell(`Booking updated.${total}`, corrected, 'corrected')
      onClose()
    },
  )

  return (
    <FormDialog
      title="Edit booking"
      form={form}
      onSubmit={submit}
      submit={acceptsOverpayment ? 'Save anyway' : 'Save changes'}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p>
        The total and deposit use the prices from when this booking was made.
        {email !== null && (
          <>
            {' '}
            We email the guest. The booking stays with the account of <span className="wrap-anywhere">{email}</span>.
          </>
        )}
      </p>
      <PartyFields form={form} riderPrice={booking.riderPrice} onChange={() => setAcceptsOverpayment(false)} />
      {privateMorning && (
        <div onChange={() => setAcceptsOverpayment(false)}>
          <PrivateField form={form} privateMorning={privateMorning} guests={Number(form.watch('numberOfGuests'))} />
          {form.watch('isPrivate') === 'false' && <p>The empty spots come off the total, and others can book them.</p>}
        </div>
      )}
      <TextField {...form.field('firstName')} label="First name" autoComplete="off" required />
      <TextField {...form.field('lastName')} label={optional('Last name')} autoComplete="off" />
      <TextField {...form.field('phone')} label="Phone number" type="tel" autoComplete="off" required />
    </FormDialog>
  )
}
