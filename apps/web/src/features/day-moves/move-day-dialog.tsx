import type { DaySheet } from '@arcadia/contract/admin/dashboard'
import { DayMoveReason, moveDay } from '@arcadia/contract/day-moves'
import { fullName } from '@arcadia/contract/full-name'
import { anglers } from '@arcadia/contract/riders'
import { formatDayInWords, type TripDate } from '@arcadia/contract/trip-date'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { optional, SelectField, TextArea } from '../../ui/field.tsx'
import { REASONS } from './day-moves.words.ts'

const WORDS_LIMIT = 500

interface MoveDayDialogProps {
  date: TripDate
  parties: DaySheet['parties']
  onMoved: (count: number) => void
  onClose: () => void
}

/** Shows who gets the email and what it offers before anything is sent. */
export function MoveDayDialog({ date, parties, onMoved, onClose }: MoveDayDialogProps) {
  const form = useDraftForm(`call-off.${date}`, moveDay.body, { date, reason: 'WEATHER', words: '' }, [
    'reason',
    'words',
  ])
  const submit = form.submit(
    (body) => call(moveDay, { body }),
    (moved) => {
      form.forget()
      onMoved(moved.parties.length)
    },
  )
  const asked = parties.filter(({ status }) => status === 'CONFIRMED')
  const pending = parties.filter(({ status }) => status === 'PENDING').length

  return (
    <FormDialog
      title={`Call off ${formatDayInWords(date)}`}
      width={34}
      form={form}
      onSubmit={submit}
      submit={
        asked.length === 0
          ? 'Call off this day'
          : `Call off and email ${asked.length} ${asked.length === 1 ? 'group' : 'groups'}`
      }
      busyLabel="Calling off..."
      cancel="Cancel"
      onClose={onClose}
    >
      <p>
        Each group gets an email with a link to pick a new date or get a refund. The day closes to new bookings right
        away. New dates aren't held until someone picks one.
      </p>
      <SelectField {...form.field('reason')} label="Why">
        {DayMoveReason.options.map((reason) => (
          <option key={reason} value={reason}>
            {REASONS[reason]}
          </option>
        ))}
      </SelectField>
      <TextArea
        {...form.field('words')}
        label={optional('In your own words')}
        rows={3}
        maxLength={WORDS_LIMIT}
        help="Groups see this in the email and with their booking."
      />
      <section aria-labelledby="asked-title">
        <h3 id="asked-title" className="font-strong pb-2">
          {asked.length === 0 ? 'No one is confirmed on this day yet' : 'Who gets the email'}
        </h3>
        <ul className="panel-list">
          {asked.map(({ id, firstName, lastName, email, numberOfGuests }) => (
            <li key={id}>
              <div className="min-w-0">
                <b>{fullName({ firstName, lastName })}</b>
                <p className="small muted wrap-anywhere">{email ?? 'No email: call or text'}</p>
              </div>
              <span className="num whitespace-nowrap">{anglers(numberOfGuests)}</span>
            </li>
          ))}
        </ul>
        {pending > 0 && (
          <p className="small muted pt-2">
            {pending === 1 ? 'One booking is' : `${pending} bookings are`} still pending. Groups with a deposit link
            hear that we aren't taking deposits for this day. The rest are asked once they're confirmed.
          </p>
        )}
      </section>
    </FormDialog>
  )
}
