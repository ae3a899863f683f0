import { COUNTRIES, createEnquiry, NewEnquiry } from '@arcadia/contract/enquiries'
import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { track } from '../../analytics/track.ts'
import { call } from '../../api/call.ts'
import type { DialogProps } from '../../dialogs.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useSession } from '../../session/session.tsx'
import { Dialog, DialogBody } from '../../ui/dialog.tsx'
import { optional, PhoneField, SelectField, TextArea, TextField } from '../../ui/field.tsx'

const SENT_SHOWN_MS = 3000

export function EnquiryDialog({ onClose }: DialogProps<'enquiry'>) {
  const [sentFrom, setSentFrom] = useState<string>()
  return (
    <Dialog title="Enquire" width={34} onClose={onClose}>
      {sentFrom ? <EnquirySent email={sentFrom} onShown={onClose} /> : <EnquiryForm onSent={setSentFrom} />}
    </Dialog>
  )
}

function EnquiryForm({ onSent }: { onSent: (email: string) => void }) {
  const { user } = useSession()
  const known = {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    phone: user?.phoneNumber ?? '',
    country: '',
    message: '',
  }
  // A tap beside the dialog closes it but keeps what was typed.
  const form = useDraftForm('enquiry', NewEnquiry, known)
  const submit = form.submit(send, ({ email }) => {
    form.empty()
    onSent(email)
  })
  return (
    // Errors about the form as a whole show in an alert.
    <FormView form={{ ...form, error: undefined }} onSubmit={submit} submit="Send Enquiry" busyLabel="Sending...">
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <TextField {...form.field('firstName')} label="First Name" autoComplete="given-name" required data-autofocus />
        <TextField {...form.field('lastName')} label="Last Name" autoComplete="family-name" required />
      </div>
      <EmailField {...form.field('email')} label="Email Address" />
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <PhoneField {...form.field('phone')} label="Phone Number" />
        <SelectField {...form.field('country')} label="Country" autoComplete="country" required>
          <option value="">Select your country</option>
          {COUNTRIES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea {...form.field('message')} label={optional('Message')} rows={4} />
    </FormView>
  )
}

/** Logs a failure and shows it in a browser alert, wherever the visitor is by then. */
async function send(enquiry: NewEnquiry) {
  try {
    const sent = await call(createEnquiry, { body: enquiry })
    track({ name: 'enquiry_sent' })
    return sent
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: for finding the cause
    console.error('Enquiry not sent', error)
    window.alert('Failed to submit enquiry. Please try again.')
    throw error
  }
}

function EnquirySent({ email, onShown }: { email: string; onShown: () => void }) {
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    const timer = setTimeout(() => shown(), SENT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <DialogBody className="grid content-center justify-items-center gap-3 py-12 text-center">
      <CircleCheck className="size-14 text-ok" strokeWidth={1.5} aria-hidden />
      <h3 ref={(heading) => heading?.focus()} tabIndex={-1} className="display h3">
        Enquiry Sent!
      </h3>
      <p className="max-w-[34ch] wrap-anywhere">
        Thank you for your enquiry. We'll be in touch with you shortly at {email}.
      </p>
    </DialogBody>
  )
}
