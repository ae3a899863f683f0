import { GuestNotes, saveGuestNotes } from '@arcadia/contract/guest-notes'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ASKED } from './guest-notes.words.ts'

interface GuestNotesDialogProps {
  bookingId: number
  notes: GuestNotes
  onClose: () => void
}

/** Drafts survive a lost connection, a reload and closing the dialog. */
export function GuestNotesDialog({ bookingId, notes, onClose }: GuestNotesDialogProps) {
  const saved = Object.fromEntries(ASKED.map(({ name }) => [name, notes[name] ?? '']))
  const form = useDraftForm(`guest-notes.${bookingId}`, GuestNotes, saved as Record<keyof GuestNotes, string>)
  const submit = form.submit(
    (body, shown) => call(saveGuestNotes, { params: { id: bookingId }, body }, { shown }),
    () => {
      form.forget()
      toast('Saved for your guide')
      onClose()
    },
  )
  function close() {
    if (form.isDraft) toast('Not saved yet. We kept what you typed.', undefined, 'warn')
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
    >
      <p className="text-ui text-ink-2">
        Fill in what matters for your day and leave the rest blank. Only you and our staff see it, and we delete it 30
        days after the trip.
      </p>
      {ASKED.map(({ name, label, help }, index) => (
        <TextArea
          key={name}
          {...form.field(name)}
          label={label}
          help={help}
          rows={2}
          maxLength={500}
          data-autofocus={index === 0 ? true : undefined}
        />
      ))}
    </FormDialog>
  )
}
