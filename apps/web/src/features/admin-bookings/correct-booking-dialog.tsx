import { BookingCorrection, correctBooking } from '@arcadia/contract/booking-corrections'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { PartyFields } from './party-fields.tsx'

const Person = z.pick(BookingCorrection, { firstName: true, lastName: true, phone: true })

/** Only what differs from the booking is sent: what somebody else corrected meanwhile stays. */
export function CorrectBookingDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { id, firstName, lastName, phone, email } = booking
  const form = useContractForm(Person, { firstName, lastName, phone })
  const [party, setParty] = useState({ numberOfGuests: booking.numberOfGuests, packageType: booking.packageType })
  const [acceptsOverpayment, setAcceptsOverpayment] = useState(false)
  const { mutateAsync } = useMutation({
    mutationFn: (body: BookingCorrection) => call(correctBooking, { params: { id }, body }),
  })

  const submit = form.submit(async (person) => {
    const body = { ...differing({ ...person, ...party }, booking), acceptsOverpayment }
    const corrected = await mutateAsync(body).catch((error: unknown) => {
      // Asked again, it is known.
      if (error instanceof ApiError && error.code === 'total-below-paid') setAcceptsOverpayment(true)
      throw error
    })
    const total =
      corrected.totalAmount === booking.totalAmount ? '' : ` The total is ${formatCents(corrected.totalAmount)}.`
    toast(`The booking is corrected.${total}`)
    onClose()
  })

  const close = () => !form.isBusy && onClose()
  return (
    <Dialog title="Correct booking" onClose={close} closesOutside={false}>
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="grid content-start gap-4">
          <p>
            Total and deposit follow at the prices this booking was made at. The customer is told by mail. It stays with
            the account of <span className="wrap-anywhere">{email}</span>.
          </p>
          <PartyFields
            party={party}
            onChange={(changed) => {
              setParty(changed)
              setAcceptsOverpayment(false)
            }}
          />
          <TextField {...form.field('firstName')} label="First name" autoComplete="off" required />
          <TextField {...form.field('lastName')} label="Last name" autoComplete="off" required />
          <TextField {...form.field('phone')} label="Phone number" type="tel" autoComplete="off" required />
          <FormError>{form.error}</FormError>
        </DialogBody>
        <DialogFoot>
          <Button variant="text" disabled={form.isBusy} onClick={close}>
            Close
          </Button>
          <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Saving...">
            {acceptsOverpayment ? 'Correct it all the same' : 'Correct booking'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function differing(wished: BookingCorrection, booking: AdminBooking): BookingCorrection {
  const names = Object.keys(wished) as (keyof BookingCorrection & keyof AdminBooking)[]
  return Object.fromEntries(names.filter((name) => wished[name] !== booking[name]).map((name) => [name, wished[name]]))
}
