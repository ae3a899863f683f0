import { addBookingNote, listBookingNotes } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Who } from '../../session/who.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { PanelList, PanelSection } from '../../ui/side-panel.tsx'

/** The owner's notes on a booking, newest first: a section of its side panel. */
export function AdminBookingNotes({ booking: { id } }: { booking: AdminBooking }) {
  const notes = useQuery(queryOf(listBookingNotes, { params: { id } }))
  return (
    <PanelSection title="Notes">
      <Loaded query={notes} height="h-16">
        {(rows) => (
          <div className="grid gap-4">
            <PanelList rows={rows}>
              {({ id: noteId, text, writtenBy, createdAt }) => (
                <li key={noteId}>
                  <span className="min-w-0 wrap-anywhere whitespace-pre-line">
                    {text}
                    <span className="block small text-ink-2">
                      {formatPortalMoment(createdAt)}, <Who name={writtenBy} />
                    </span>
                  </span>
                </li>
              )}
            </PanelList>
            <NewNote bookingId={id} />
          </div>
        )}
      </Loaded>
    </PanelSection>
  )
}

export function NewNote({ bookingId }: { bookingId: number }) {
  // A draft, because the panel may be drawn again while a note is typed.
  const form = useDraftForm(`booking-note.${bookingId}`, addBookingNote.body, { text: '' })
  const submit = form.submit((body) => call(addBookingNote, { params: { id: bookingId }, body }), form.empty)
  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      <TextArea {...form.field('text')} label="New note" help="Guests never see this." rows={2} maxLength={4000} />
      <FormError>{form.error}</FormError>
      <Button type="submit" className="justify-self-start" busy={form.isBusy} busyLabel="Adding...">
        Add note
      </Button>
    </form>
  )
}
