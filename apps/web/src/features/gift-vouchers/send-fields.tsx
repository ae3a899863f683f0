import { gift } from '@arcadia/contract/gift-vouchers'
import { GIFTS_GO_OUT } from '@arcadia/contract/gifts'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useVenueToday } from '../../api/venue-today.ts'
import { choiceField } from '../../forms/choice-field.ts'
import { EmailField } from '../../forms/email-field.tsx'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { TextField } from '../../ui/field.tsx'
import './gift-fields.css'

const Sending = z.enum(['BY_HAND', 'NOW', 'ON_DAY'])

/** How a gift gets to whom it is for: handed over, or emailed at once or on a day. */
export const sendShape = { sending: Sending, recipientEmail: gift.recipientEmail, sendOn: gift.sendOn }

interface Sent {
  sending: z.infer<typeof Sending>
  recipientEmail: string | null
  sendOn: TripDate | null
}

export const asksWhere = [
  z.refine<Sent>(({ sending, recipientEmail }) => sending === 'BY_HAND' || recipientEmail !== null, {
    path: ['recipientEmail'],
    message: 'Please enter their email',
  }),
  z.refine<Sent>(({ sending, sendOn }) => sending !== 'ON_DAY' || sendOn !== null, {
    path: ['sendOn'],
    message: 'Please choose a day',
  }),
]

/** As it is sent. */
export const sentTo = ({ sending, recipientEmail, sendOn }: Sent) => ({
  recipientEmail: sending === 'BY_HAND' ? null : recipientEmail,
  sendOn: sending === 'ON_DAY' ? sendOn : null,
})

const WAYS: Record<Sent['sending'], string> = { BY_HAND: "I'll hand it over", NOW: 'Right now', ON_DAY: 'On a day' }

interface SendFieldsProps {
  form: Pick<ContractForm<keyof Sent>, 'field' | 'watch' | 'set'>
  /** What handing it over means here. */
  byHand: ReactNode
  /** On the address, unless a choice brings it: the arrow keys go on to the next one. */
  autoFocus?: boolean
}

export function SendFields({ form, byHand, autoFocus }: SendFieldsProps) {
  const today = useVenueToday()
  const sending = choiceField(form, 'sending', (answer) => answer === 'BY_HAND' && 'recipientEmail')
  const way = form.watch('sending')
  const [isChosen, setChosen] = useState(false)
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="gift-legend">When to send it</legend>
      <div className="@container">
        <div className="gift-ways">
          {Sending.options.map((value) => (
            <label key={value}>
              <input type="radio" {...sending} value={value} onClick={() => setChosen(true)} />
              <span>{WAYS[value]}</span>
            </label>
          ))}
        </div>
      </div>
      {way === 'BY_HAND' ? (
        <p className="text-ink-2 text-ui">{byHand}</p>
      ) : (
        <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
          <EmailField
            {...form.field('recipientEmail')}
            label="Their email"
            autoComplete="off"
            autoFocus={autoFocus && !isChosen}
          />
          {way === 'ON_DAY' && (
            <TextField {...form.field('sendOn')} label="Day" type="date" min={today} help={`At ${GIFTS_GO_OUT}.`} />
          )}
        </div>
      )}
    </fieldset>
  )
}
