import { type GuestNotes, getGuestNotes } from '@arcadia/contract/guest-notes'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PanelSection } from '../../ui/side-panel.tsx'
import { GuestNotesList, isAnyTold } from './guest-notes-list.tsx'

/** What the guest told the guide: a section of the booking's side panel. */
export function AdminGuestNotes({ bookingId }: { bookingId: number }) {
  const query = useQuery(queryOf(getGuestNotes, { params: { id: bookingId } }, { as: 'admin' }))
  return (
    <PanelSection title="What the guest told us">
      <Loaded query={query} height="h-12">
        {(notes) => (isAnyTold(notes) ? <GuestNotesList notes={notes} /> : <p className="muted">No notes yet.</p>)}
      </Loaded>
    </PanelSection>
  )
}

/** The same notes for one group on the day sheet, where they print. */
export function GuestNotesOnSheet({ notes }: { notes: GuestNotes }) {
  return (
    <div className="col-span-full">
      <h4 className="mb-[0.35rem] font-[640] text-ui/[1.3]">From the guest</h4>
      <GuestNotesList
        notes={notes}
        className="gap-x-10 print:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] min-[600px]:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]"
      />
    </div>
  )
}
