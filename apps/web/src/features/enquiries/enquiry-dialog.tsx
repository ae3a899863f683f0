import { COUNTRIES, type NewEnquiry } from '@arcadia/contract/enquiries'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent } from 'react'
import type { DialogProps } from '../../dialogs.ts'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { problemsOf, useSendEnquiry } from './enquiries.queries.ts'

const SENT_SHOWN_MS = 3000

export function EnquiryDialog({ onClose }: DialogProps<'enquiry'>) {
  const send = useSendEnquiry()
  return (
    <Dialog title="Enquire" width={34} onClose={onClose}>
      {send.isSuccess ? (
        <EnquirySent email={send.variables.email} onShown={onClose} />
      ) : (
        <EnquiryForm isSending={send.isPending} problems={problemsOf(send.error)} onSend={send.mutate} />
      )}
    </Dialog>
  )
}

interface EnquiryFormProps {
  isSending: boolean
  problems: Record<string, string>
  onSend: (enquiry: NewEnquiry) => void
}

/** Before it is sent only the browser's own checks apply (customer site, §5). */
function EnquiryForm({ isSending, problems, onSend }: EnquiryFormProps) {
  const { user } = useSession()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSend(readEnquiry(new FormData(event.currentTarget)))
  }
  return (
    <form className="dlg__form" onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        <div className="grid gap-4 min-[30rem]:grid-cols-2">
          <TextField
            name="firstName"
            error={problems.firstName}
            label="First Name"
            autoComplete="given-name"
            defaultValue={user?.firstName ?? ''}
            required
            data-autofocus
          />
          <TextField
            name="lastName"
            error={problems.lastName}
            label="Last Name"
            autoComplete="family-name"
            defaultValue={user?.lastName ?? ''}
            required
          />
        </div>
        <TextField
          name="email"
          error={problems.email}
          label="Email Address"
          type="email"
          autoComplete="email"
          defaultValue={user?.email}
          required
        />
        <div className="grid gap-4 min-[30rem]:grid-cols-2">
          <TextField
            name="phone"
            error={problems.phone}
            label="Phone Number"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={user?.phoneNumber ?? ''}
            required
          />
          <SelectField name="country" error={problems.country} label="Country" defaultValue="" required>
            <option value="">Select your country</option>
            {COUNTRIES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <TextArea
          name="message"
          error={problems.message}
          label={
            <>
              Message <span className="font-body text-ink-3">(optional)</span>
            </>
          }
          rows={4}
        />
      </DialogBody>
      <DialogFoot isStacked>
        <Button type="submit" variant="cta" busy={isSending} busyLabel="Sending...">
          Send Enquiry
        </Button>
      </DialogFoot>
    </form>
  )
}

/** What was typed, as it is: the server has the last word. */
function readEnquiry(form: FormData): NewEnquiry {
  const text = (name: keyof NewEnquiry) => String(form.get(name) ?? '')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    country: text('country') as NewEnquiry['country'],
    message: text('message'),
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
