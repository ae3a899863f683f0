import { getMe } from '@arcadia/contract/accounts'
import { correctBookingEmail } from '@arcadia/contract/booking-data'
import type { Booking } from '@arcadia/contract/bookings'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { OthersChange } from '../../forms/others-change.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { customerSession, useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'

interface CorrectEmailProps {
  booking: Booking
  /** The label of the button that opens it. */
  label: ReactNode
  onCorrected?: (booking: Booking) => void
}

/** Corrects the email of a booking inline; hidden once the address is confirmed. */
export function CorrectEmail({ booking, label, onCorrected }: CorrectEmailProps) {
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [newAddress, setNewAddress] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  if (user?.emailConfirmed && user.email.toLowerCase() === booking.email?.toLowerCase()) return null
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="link min-h-11 text-ui"
        aria-expanded={isOpen}
        onClick={() => {
          setNewAddress(null)
          setOpen(!isOpen)
        }}
      >
        {label}
      </button>
      {isOpen && (
        <EmailForm
          booking={booking}
          onCancel={() => {
            setOpen(false)
            opener.current?.focus()
          }}
          onDone={(corrected) => {
            setOpen(false)
            setNewAddress(corrected.email)
            onCorrected?.(corrected)
          }}
        />
      )}
      {newAddress && (
        <FormAnswer>
          <span className="min-w-0 wrap-anywhere">Done. Your confirmation is on its way to {newAddress}.</span>
        </FormAnswer>
      )}
    </>
  )
}

interface EmailFormProps {
  booking: Booking
  onCancel: () => void
  onDone: (booking: Booking) => void
}

function EmailForm({ booking, onCancel, onDone }: EmailFormProps) {
  const form = useContractForm(correctBookingEmail.body, { email: booking.email ?? '' })
  const submit = form.submit(
    (body, shown) => call(correctBookingEmail, { params: { id: booking.id }, body }, { shown }),
    (corrected) => {
      onDone(corrected)
      // The account's email may have been corrected too.
      call(getMe, {}).then(customerSession.changeUser, () => {})
    },
  )
  return (
    <form ref={focusField} className="mt-2 grid gap-3 border-l-2 border-line-2 pl-3" noValidate onSubmit={submit}>
      <EmailField {...form.field('email')} label="Correct email" />
      <FormError>{form.error}</FormError>
      <OthersChange of={form.meanwhile} />
      <div className="acts-row">
        <Button type="submit" variant="ink" busy={form.isBusy} busyLabel="Sending...">
          Send it
        </Button>
        <Button disabled={form.isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Focuses on mount. Defined outside the component, so that it runs once. */
const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()
