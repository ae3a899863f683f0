import type { Output } from '@arcadia/contract/endpoint'
import { formatFullDate, venueDate } from '@arcadia/contract/trip-date'
import { CONSENT, isMinorOn, type openWaiver, refusePerson, signWaiver, WaiverForm } from '@arcadia/contract/waivers'
import { useEffect, useId, useRef } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { FormView } from '../../forms/form-view.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { AgreeField, FieldError, TextField } from '../../ui/field.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { SignaturePad } from './signature-pad.tsx'

export type Opened = Output<typeof openWaiver>

const NOTHING = { name: '', bornOn: '', guardian: '', way: 'DRAWN', signature: '', consent: false }

interface SignFormProps {
  token: string
  opened: Opened
  /** Signing for a second person; the button that led here is gone. */
  isAnother: boolean
  onSigned: (answer: Output<typeof signWaiver>) => void
  /** A new text is in force and must be shown. */
  onChanged: () => Promise<unknown>
}

export function SignForm({ token, opened, isAnother, onSigned, onChanged }: SignFormProps) {
  const { tripDate, version, text, signed, wanted } = opened
  const today = venueDate(serverNow())
  const schema = WaiverForm.check(
    z.check(({ value, issues }) => {
      const wrong = refusePerson(value, tripDate, today)
      if (wrong) issues.push({ code: 'custom', input: value, path: [wrong.path], message: wrong.message })
    }),
  )
  // Signature and consent are to the text of this version, so what is kept for another one does not count.
  const form = useDraftForm(`waiver.${token.split('-')[0]}.${version}`, schema, NOTHING)
  const signatureId = useId()
  const reading = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAnother) reading.current?.focus()
  }, [isAnother])

  const submit = form.submit(
    async (body) =>
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
      ),
    (answer) => {
      form.forget()
      onSigned(answer)
    },
  )
  const sign = (signature: string, way = form.watch('way')) => {
    form.set('way', way)
    form.set('signature', signature)
  }

  const bornOn = form.watch('bornOn')
  const isMinor = bornOn !== '' && bornOn <= today && isMinorOn(tripDate, bornOn)
  const isDrawn = form.watch('way') === 'DRAWN'
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
      <section ref={reading} tabIndex={-1} className="wrap-anywhere whitespace-pre-line" aria-label="The waiver">
        {text}
      </section>
      <h2 className="display h3 mt-2">Your signature</h2>
      <TextField {...fields.name} label="Full name" autoComplete="name" help="The person coming on the trip" required />
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
      <fieldset className="field" aria-describedby={signatureField.error && `${signatureId}-error`}>
        <legend className="lab mb-2">{isMinor ? "Parent's or guardian's signature" : 'Signature'}</legend>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <div className="seg">
            {(['DRAWN', 'TYPED'] as const).map((way) => (
              <button
                key={way}
                type="button"
                aria-pressed={isDrawn === (way === 'DRAWN')}
                onClick={() => sign('', way)}
              >
                {way === 'DRAWN' ? 'Draw it' : 'Type it'}
              </button>
            ))}
          </div>
          {isDrawn && (
            <Button variant="text" disabled={form.watch('signature') === ''} onClick={() => sign('')}>
              Clear
            </Button>
          )}
        </div>
        {isDrawn ? (
          <>
            <SignaturePad
              path={form.watch('signature')}
              ref={signatureField.ref}
              describedBy={signatureField.error && `${signatureId}-error`}
              isInvalid={signatureField.error !== undefined}
              onChange={(path) => sign(path)}
            />
            <p className="field__help">Use a finger, stylus or mouse.</p>
            <FieldError id={`${signatureId}-error`}>{signatureField.error}</FieldError>
          </>
        ) : (
          <TextField {...signatureField} label="Type your full name" autoComplete="off" required />
        )}
      </fieldset>
      <AgreeField {...form.field('consent')}>{CONSENT}</AgreeField>
      <p className="small text-ink-2">
        We keep your signature with the time and your IP address. Only our staff can see it, and we erase it 24 months
        after the trip. The person who booked can see that you signed.
      </p>
    </FormView>
  )
}
