import { type GuestNotes, getGuestNotes, saveGuestNotes } from '@arcadia/contract/guest-notes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.tsx'
import { useLedTo } from '../../ui/use-led-to.ts'
import { useOnline } from '../../ui/use-online.ts'
import { GuestNotesDialog } from './guest-notes-dialog.tsx'
import { GuestNotesList, isAnyTold } from './guest-notes-list.tsx'

/** A guest's notes about the group, with a way to add more; hidden after a trip without notes. */
export function TellYourGuide({ bookingId, isToCome }: { bookingId: number; isToCome: boolean }) {
  const query = useQuery(queryOf(getGuestNotes, { params: { id: bookingId } }))
  const isOnline = useOnline()
  if (!isToCome && !(query.data && isAnyTold(query.data))) return null
  return (
    <Section title="Tell your guide">
      {isOnline || query.data ? (
        <Loaded query={query} height="h-12" isQuiet>
          {(notes) => <Told {...{ bookingId, isToCome, notes }} />}
        </Loaded>
      ) : (
        <p className="text-ui text-ink-2">This device doesn't keep what you told us. It shows once you have signal.</p>
      )}
    </Section>
  )
}

/** Opens the form itself, at once for who was led here to tell. */
export function TellGuideButton({ bookingId }: { bookingId: number }) {
  const query = useQuery(queryOf(getGuestNotes, { params: { id: bookingId } }))
  const [isOpen, setOpen] = useLedTo('isTelling')
  const onClose = () => setOpen(false)
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true)
          if (query.isError) void query.refetch()
        }}
      >
        Tell your guide
      </Button>
      {isOpen && query.data && <GuestNotesDialog {...{ bookingId, onClose }} notes={query.data} />}
      {isOpen && !query.data && (
        <Dialog title="Tell your guide" width={34} onClose={onClose}>
          <DialogBody>
            <Loaded query={query} height="h-48">
              {() => null}
            </Loaded>
          </DialogBody>
        </Dialog>
      )}
    </>
  )
}

function Told({ bookingId, isToCome, notes }: { bookingId: number; isToCome: boolean; notes: GuestNotes }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(saveGuestNotes, { params: { id: bookingId }, body: NOTHING }),
    onSuccess: () => toast('Deleted'),
  })
  const hasNotes = isAnyTold(notes)
  return (
    <>
      {hasNotes ? (
        <GuestNotesList notes={notes} />
      ) : (
        <p>Kids, allergies, a birthday? Tell your guide, and the day fits your group.</p>
      )}
      <p className="text-small text-ink-2">
        {hasNotes ? 'Only you and our staff see this.' : "It's up to you. Only you and our staff see it."} We delete it
        30 days after the trip.
      </p>
      <FormError>{remove.error}</FormError>
      <div className="acts-row">
        {isToCome && (
          <Button onClick={() => setOpen(true)}>{hasNotes ? 'Change what you told us' : 'Tell your guide'}</Button>
        )}
        {hasNotes && (
          <Button variant="text" busy={remove.isPending} busyLabel="Deleting..." onClick={() => remove.mutate()}>
            Delete it
          </Button>
        )}
      </div>
      {isOpen && <GuestNotesDialog {...{ bookingId, notes }} onClose={() => setOpen(false)} />}
    </>
  )
}

const NOTHING: GuestNotes = { experience: null, seats: null, health: null, allergies: null, birthdays: null }
