import { addBookingNote, listBookingNotes } from '@arcadia/contract/admin-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'

/** The owner's own notes on a booking, the latest first: a section of its side panel. */
export function AdminBookingNotes({ booking: { id } }: { booking: AdminBooking }) {
  const { data, error, refetch } = useQuery(queryOf(listBookingNotes, { params: { id } }))
  return (
    <section className="panel__s" aria-labelledby="booking-notes">
      <h3 id="booking-notes">Notes</h3>
      {error && <TryAgainBanner error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data && data.length > 0 && (
        <ul className="panel-list mb-4">
          {data.map(({ id: noteId, text, writtenBy, createdAt }) => (
            <li key={noteId}>
              <span className="min-w-0 wrap-anywhere whitespace-pre-line">
                {text}
                <span className="block small text-ink-2">
                  {formatDate(venueDate(createdAt))}, {formatVenueTime(createdAt)}, {writtenBy}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && <NewNote bookingId={id} />}
    </section>
  )
}

function NewNote({ bookingId }: { bookingId: number }) {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState<string>()
  const add = useMutation({
    mutationFn: () => call(addBookingNote, { params: { id: bookingId }, body: { text } }),
    onSuccess: () => setText(''),
  })
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!text.trim()) setMissing('A note is required')
        else if (!add.isPending) add.mutate()
      }}
    >
      {add.error && <Banner onDismiss={add.reset}>{add.error.message}</Banner>}
      <TextArea
        label="New note"
        help="Only admins see it."
        rows={2}
        maxLength={4000}
        value={text}
        error={missing}
        onChange={({ target }) => {
          setText(target.value)
          setMissing(undefined)
        }}
      />
      <Button type="submit" className="justify-self-start" busy={add.isPending} busyLabel="Adding...">
        Add note
      </Button>
    </form>
  )
}
