import { GuestNotes, saveGuestNotes } from '@arcadia/contract/guest-notes'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ASKED } from './guest-notes.words.ts'

interface GuestNotesDialogProps {
  bookingId: number
  notes: GuestNotes
  onClose: () => void
}

/** What is typed outlives a lost connection, a reload and the dialog. */
export function GuestNotesDialog(props: GuestNotesDialogProps) {
  // Who discards the draft starts again from what is saved.
  const [discarded, setDiscarded] = useState(0)
  return <NotesForm key={discarded} {...props} onDiscard={() => setDiscarded(discarded + 1)} />
}

function NotesForm({ bookingId, notes, onClose, onDiscard }: GuestNotesDialogProps & { onDiscard: () => void }) {
  const saved = Object.fromEntries(ASKED.map(({ name }) => [name, notes[name] ?? ''])) as Record<
    keyof GuestNotes,
    string
  >
  const { draft, change, forget, isChanged } = useDraft(`guest-notes.${bookingId}`, saved)
  const form = useContractForm(GuestNotes, draft)
  const submit = form.submit(
    (body) => call(saveGuestNotes, { params: { id: bookingId }, body }),
    () => {
      forget()
      toast('Saved for your guide')
      onClose()
    },
  )
  function close() {
    if (isChanged()) toast('Not sent yet. We kept what you typed.')
    onClose()
  }
  return (
    <FormDialog
      title="Tell your guide"
      width={34}
      form={form}
      onSubmit={submit}
      submit="Save"
      busyLabel="Saving..."
      onClose={close}
      below={
        isChanged() && (
          <DraftNote
            onDiscard={() => {
              forget()
              onDiscard()
            }}
          />
        )
      }
    >
      <p className="text-ui text-ink-2">
        Fill in what matters for your day and leave the rest empty. Only you and our staff see it, and we delete it 30
        days after the trip.
      </p>
      {ASKED.map(({ name, label, help }, index) => {
        const { onChange, ...field } = form.field(name)
        return (
          <TextArea
            key={name}
            {...field}
            onChange={(event) => {
              change({ [name]: event.target.value })
              return onChange(event)
            }}
            label={label}
            help={help}
            rows={2}
            maxLength={500}
            data-autofocus={index === 0 ? true : undefined}
          />
        )
      })}
    </FormDialog>
  )
}
