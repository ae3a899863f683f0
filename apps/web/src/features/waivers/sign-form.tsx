import type { Output } from '@arcadia/contract/endpoint'
import { fullName } from '@arcadia/contract/full-name'
import { formatFullDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { CONSENT, isMinorOn, type openWaiver, refusePerson, signWaiver, WaiverForm } from '@arcadia/contract/waivers'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { FormView } from '../../forms/form-view.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useSession } from '../../session/session.tsx'
import { AgreeField, TextField } from '../../ui/field.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { SignatureField } from './signature-field.tsx'
import { WaiverWords } from './waiver-words.tsx'

export type Opened = Output<typeof openWaiver>

const NOTHING = { name: '', bornOn: '', guardian: '', way: 'DRAWN', signature: '', consent: false }

/** The form, which also checks who may sign for a person of that age. */
const formOn = (tripDate: TripDate, today: TripDate) =>
  WaiverForm.check(
    z.check(({ value, issues }) => {
      const wrong = refusePerson(value, tripDate, today)
      if (wrong) issues.push({ code: 'custom', input: value, path: [wrong.path], message: wrong.message })
    }),
  )

interface SignFormProps {
  token: string
  opened: Opened
  /** Signing for a second person; the button that led here is gone. */
  isAnother: boolean
  /** Somebody signed on this device before. */
  hasSigned: boolean
  onSigned: (answer: Output<typeof signWaiver>) => void
  /** A new text is in force and must be shown. */
  onChanged: () => Promise<unknown>
}

export function SignForm({ token, opened, isAnother, hasSigned, onSigned, onChanged }: SignFormProps) {
  const { tripDate, version, text, signed, wanted } = opened
  const today = venueDate(serverNow())
  // Signature and consent are to the text of this version, so what is kept for another one does not count.
  const { user } = useSession()
  // Whoever is signed in signs first for themselves.
  const name = user && !hasSigned ? fullName(user) : ''
  const form = useDraftForm(`waiver.${token.split('-')[0]}.${version}`, formOn(tripDate, today), { ...NOTHING, name })
  const reading = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAnother) reading.current?.focus()
  }, [isAnother])

  const send = (body: z.output<typeof WaiverForm>) =>
    call(signWaiver, { body: { token, version, ...body } }, { idempotencyKey: form.pressKey() }).catch(
      async (error: unknown) => {
        const code = error instanceof ApiError && error.code
        if (code === 'waiver-changed') {
          await onChanged()
          // They applied to the old text.
          form.set('signature', '')
          form.set('consent', false)
        }
        // The lost answer was for another person, so the next press is a new form.
        if (code === 'waiver-sent-otherwise') form.dropPress()
        throw error
      },
    )
  const submit = form.submit(send, (answer) => {
    form.forget()
    onSigned(answer)
  })
  const sign = (signature: string, way = form.watch('way')) => {
    form.set('way', way)
    form.set('signature', signature)
  }

  const bornOn = form.watch('bornOn')
  const isMinor = bornOn !== '' && bornOn <= today && isMinorOn(tripDate, bornOn)
  // In page order, so the first wrong field gets the focus.
  const fields = { name: form.field('name'), bornOn: form.field('bornOn'), guardian: form.field('guardian') }
  const signatureField = form.field('signature')
  return (
    <FormView form={form} onSubmit={submit} submit="Sign the waiver" busyLabel="Signing...">
      <SummaryList
        rows={[
          { label: 'Trip', value: formatFullDate(tripDate) },
          { label: 'Signed so far', value: `${signed} of ${wanted}` },
        ]}
      />
      <section ref={reading} tabIndex={-1} aria-label="The waiver">
        <WaiverWords text={text} />
      </section>
      <div className="contents print:hidden">
        <h2 className="display h3 mt-2">Your signature</h2>
        <TextField
          {...fields.name}
          label="Full name"
          autoComplete="name"
          help="The person coming on the trip"
          required
        />
        <TextField {...fields.bornOn} label="Date of birth" type="date" max={today} autoComplete="bday" required />
        {isMinor && (
          <TextField
            {...fields.guardian}
            label="Parent or guardian"
            autoComplete="off"
            help="Anyone under 18 on the day of the trip can't sign for themselves. You sign for them."
            required
          />
        )}
        <SignatureField
          legend={isMinor ? "Parent's or guardian's signature" : 'Signature'}
          field={signatureField}
          way={form.watch('way')}
          signature={form.watch('signature')}
          onSign={sign}
        />
        <AgreeField {...form.field('consent')}>{CONSENT}</AgreeField>
        <p className="small text-ink-2">
          We keep your signature with the time and your IP address. Only our staff can see it, and we erase it 24 months
          after the trip. The person who booked can see that you signed.
        </p>
      </div>
    </FormView>
  )
}
