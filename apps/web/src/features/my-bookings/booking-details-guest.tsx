import { BookedBy, BookingData, correctGuest } from '@arcadia/contract/booking-data'
import type { Booking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { optional, PhoneField, TextField } from '../../ui/field.tsx'
import { PhoneText } from '../../ui/phone-text.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { toast } from '../../ui/toast.tsx'
import { CorrectEmail } from '../bookings/correct-email.tsx'

/** Name and contact of the booking; customers can correct them until the trip is over. */
export function BookingDetailsGuest({ booking, isUpcoming }: { booking: Booking; isUpcoming: boolean }) {
  const { firstName, lastName, email, phone } = booking
  // The form keeps the booking as it was when opened.
  const [changing, setChanging] = useState<Booking>()
  return (
    <>
      <SummaryList
        rows={[
          { label: 'Booked by', value: <span className="wrap-anywhere">{fullName({ firstName, lastName })}</span> },
          { label: 'Phone', value: <PhoneText phone={phone} /> },
          { label: 'Email', value: email && <EmailText email={email} /> },
        ]}
      />
      {isUpcoming && (
        <>
          <div className="acts-row">
            <Button icon={<Pencil aria-hidden />} onClick={() => setChanging(booking)}>
              Change name or phone
            </Button>
          </div>
          <div>
            <CorrectEmail booking={booking} label="Wrong email address?" />
          </div>
        </>
      )}
      {changing && <GuestDialog booking={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}

/** Whoever gave a last name keeps one, as booking asks (docs/rules.md §6.16). */
const WithLastName = z.extend(BookedBy, { lastName: BookingData.shape.lastName })

function GuestDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { id, firstName, lastName, phone } = booking
  const form = useContractForm(lastName ? WithLastName : BookedBy, { firstName, lastName, phone })
  const submit = form.submit(
    (body, shown) => call(correctGuest, { params: { id }, body }, { shown }),
    () => {
      toast('Saved')
      onClose()
    },
  )
  return (
    <FormDialog
      title="Name and phone"
      form={form}
      onSubmit={submit}
      submit="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required data-autofocus />
      <TextField
        {...form.field('lastName')}
        label={lastName ? 'Last name' : optional('Last name')}
        autoComplete="family-name"
        required={lastName !== ''}
      />
      <PhoneField {...form.field('phone')} label="Phone number" />
    </FormDialog>
  )
}
