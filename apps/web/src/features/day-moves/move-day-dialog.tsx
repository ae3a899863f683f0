import type { DaySheet } from '@arcadia/contract/dashboard'
import { DayMoveReason } from '@arcadia/contract/day-moves'
import { formatDayInWords, type TripDate } from '@arcadia/contract/trip-date'
import { type FormEvent, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { anglers } from '../bookings/packages.ts'
import { useMoveDay } from './day-moves.queries.ts'
import { REASONS } from './day-moves.words.ts'

const WORDS_LIMIT = 500
const WORDS_MISSING = 'Please say in your own words why the day has to move.'

interface MoveDayDialogProps {
  date: TripDate
  parties: DaySheet['parties']
  onMoved: (count: number) => void
  onClose: () => void
}

/** Says whom it writes to and what they are offered, before anything goes out. */
export function MoveDayDialog({ date, parties, onMoved, onClose }: MoveDayDialogProps) {
  const move = useMoveDay()
  const [wordsError, setWordsError] = useState<string>()
  const asked = parties.filter(({ status }) => status === 'CONFIRMED')
  const pending = parties.filter(({ status }) => status === 'PENDING').length

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const reason = DayMoveReason.parse(form.get('reason'))
    const words = String(form.get('words')).trim() || null
    const isMissing = reason === 'OTHER' && words === null
    setWordsError(isMissing ? WORDS_MISSING : undefined)
    if (isMissing) return event.currentTarget.querySelector('textarea')?.focus()
    move.mutate({ date, reason, words }, { onSuccess: (made) => onMoved(made.parties.length) })
  }

  const close = () => !move.isPending && onClose()
  return (
    <Dialog title={`Move ${formatDayInWords(date)}`} width={34} closesOutside={false} onClose={close}>
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="grid content-start gap-4">
          {move.error && <Banner onDismiss={move.reset}>{move.error.message}</Banner>}
          <p>
            Each party is mailed a link to choose another date or to take its deposit back. The day is closed to new
            bookings at once. No spot is claimed elsewhere until a party chooses it.
          </p>
          <SelectField name="reason" label="Why" defaultValue="WEATHER" onChange={() => setWordsError(undefined)}>
            {DayMoveReason.options.map((reason) => (
              <option key={reason} value={reason}>
                {REASONS[reason]}
              </option>
            ))}
          </SelectField>
          <TextArea
            name="words"
            label="In your own words (optional)"
            rows={3}
            maxLength={WORDS_LIMIT}
            help="The parties read this in the mail and with their booking."
            error={wordsError}
            onChange={() => setWordsError(undefined)}
          />
          <section aria-labelledby="asked-title">
            <h3 id="asked-title" className="font-strong pb-2">
              {asked.length === 0 ? 'Nobody is confirmed on this day yet' : 'It writes to'}
            </h3>
            <ul className="panel-list">
              {asked.map(({ id, firstName, lastName, email, numberOfGuests }) => (
                <li key={id}>
                  <div className="min-w-0">
                    <b>
                      {firstName} {lastName}
                    </b>
                    <p className="small muted wrap-anywhere">{email}</p>
                  </div>
                  <span className="num whitespace-nowrap">{anglers(numberOfGuests)}</span>
                </li>
              ))}
            </ul>
            {pending > 0 && (
              <p className="small muted pt-2">
                {pending === 1 ? 'One booking is' : `${pending} bookings are`} still pending, and asked once confirmed.
              </p>
            )}
          </section>
        </DialogBody>
        <DialogFoot>
          <Button disabled={move.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="cta" busy={move.isPending} busyLabel="Moving...">
            {asked.length === 0
              ? 'Move this day'
              : `Write to ${asked.length} ${asked.length === 1 ? 'party' : 'parties'}`}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
