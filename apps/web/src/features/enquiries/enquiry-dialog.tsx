import { COUNTRIES, createEnquiry, NewEnquiry } from '@arcadia/contract/enquiries'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { track } from '../../analytics/track.ts'
import { call } from '../../api/call.ts'
import type { DialogProps } from '../../dialogs.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'

const SENT_SHOWN_MS = 3000

export function EnquiryDialog({ onClose }: DialogProps<'enquiry'>) {
  const send = useSendEnquiry()
  return (
    <Dialog title="Enquire" width={34} onClose={onClose}>
      {send.isSuccess ? (
        <EnquirySent email={send.variables.email} onShown={onClose} />
      ) : (
        <EnquiryForm onSend={send.mutateAsync} />
      )}
    </Dialog>
  )
}

function EnquiryForm({ onSend }: { onSend: (enquiry: NewEnquiry) => Promise<unknown> }) {
  const { user } = useSession()
  const form = useContractForm(NewEnquiry, {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    phone: user?.phoneNumber ?? '',
    country: '',
    message: '',
  })
  const submit = form.submit(async (enquiry) => void (await onSend(enquiry)))
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        <div className="grid gap-4 min-[30rem]:grid-cols-2">
          <TextField
            {...form.field('firstName')}
            label="First Name"
            autoComplete="given-name"
            required
            data-autofocus
          />
          <TextField {...form.field('lastName')} label="Last Name" autoComplete="family-name" required />
        </div>
        <TextField {...form.field('email')} label="Email Address" type="email" autoComplete="email" required />
        <div className="grid gap-4 min-[30rem]:grid-cols-2">
          <TextField
            {...form.field('phone')}
            label="Phone Number"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
          />
          <SelectField {...form.field('country')} label="Country" autoComplete="country" required>
            <option value="">Select your country</option>
            {COUNTRIES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <TextArea
          {...form.field('message')}
          label={
            <>
              Message <span className="font-body text-ink-3">(optional)</span>
            </>
          }
          rows={4}
        />
      </DialogBody>
      <DialogFoot isStacked>
        <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Sending...">
          Send Enquiry
        </Button>
      </DialogFoot>
    </form>
  )
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

/** Sends an enquiry. A failure is logged and told in a browser alert, wherever the person is by then. */
function useSendEnquiry() {
  return useMutation({
    mutationFn: (enquiry: NewEnquiry) => call(createEnquiry, { body: enquiry }),
    onSuccess: () => track({ name: 'enquiry_sent' }),
    onError(error) {
      // biome-ignore lint/suspicious/noConsole: the specification asks for it
      console.error('Your enquiry was not sent', error)
      window.alert('Failed to submit enquiry. Please try again.')
    },
  })
}
