import type { DaySheet } from '@arcadia/contract/admin/dashboard'
import { DayMoveReason, moveDay } from '@arcadia/contract/day-moves'
import type { Input } from '@arcadia/contract/endpoint'
import { fullName } from '@arcadia/contract/full-name'
import { anglers } from '@arcadia/contract/riders'
import { formatDayInWords, type TripDate } from '@arcadia/contract/trip-date'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { optional, SelectField, TextArea } from '../../ui/field.tsx'
import { RecipientPicker, usePicked } from '../../ui/recipient-picker.tsx'
import { CallToo } from './call-too.tsx'
import { groupsToCall, REASONS, tellLabel } from './day-moves.words.ts'

const WORDS_LIMIT = 500

interface MoveDayDialogProps {
  date: TripDate
  parties: DaySheet['parties']
  /** With how many groups are emailed, and how many have to be called. */
  onMoved: (written: number, toCall: number) => void
  onClose: () => void
}

/** Shows who gets the email, who is called, and what it offers before anything is sent. */
export function MoveDayDialog({ date, parties, onMoved, onClose }: MoveDayDialogProps) {
  const fields = { date, reason: 'WEATHER', words: '' } as Record<keyof Input<typeof moveDay>['body'], string>
  const form = useDraftForm(`call-off.${date}`, moveDay.body, fields, ['reason', 'words'])
  const asked = parties
    .filter(({ status }) => status !== 'COMPLETED')
    .map(({ id, email, ...party }) => ({ ...party, email, bookingId: id, name: fullName(party) }))
  const picked = usePicked(asked)
  const written = picked.written.length
  const isToday = date === useVenueToday()
  const toCall = groupsToCall(asked, {
    written: picked.written,
    isToday,
    isHere: ({ checkIn }) => checkIn?.state === 'ARRIVED',
  })
  const submit = form.submit(
    (body) => {
      const unwritten = asked.filter((one) => !picked.isPicked(one)).map(({ bookingId }) => bookingId)
      return call(moveDay, { body: { ...body, unwritten } })
    },
    () => {
      form.forget()
      onMoved(written, toCall)
    },
  )

  return (
    <FormDialog
      title={`Call off ${formatDayInWords(date)}`}
      width={34}
      form={form}
      onSubmit={submit}
      submit={tellLabel('Call off', written, toCall)}
      busyLabel="Calling off..."
      cancel="Cancel"
      onClose={onClose}
    >
      <p>
        The email has a link to pick a new date or get a refund. The day closes to new bookings right away. New dates
        aren't held until someone picks one.
      </p>
      {isToday && written > 0 && <CallToo />}
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
      <RecipientPicker all={asked} picked={picked}>
        {({ numberOfGuests }) => <span className="num block small text-ink-2">{anglers(numberOfGuests)}</span>}
      </RecipientPicker>
    </FormDialog>
  )
}
