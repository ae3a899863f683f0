import {
  addSavedReply,
  changeSavedReply,
  deleteSavedReply,
  listSavedReplies,
  type SavedReply,
  SavedReplyText,
} from '@arcadia/contract/admin/replies'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { MessageStart } from '../../list/cells.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogView } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PanelList } from '../../ui/side-panel.tsx'

interface SavedRepliesDialogProps {
  /** The text typed so far, for a new saved reply. */
  typed: string
  onPick: (text: string) => void
  onClose: () => void
}

/** The owner's saved texts, to insert, edit, or add to. */
export function SavedRepliesDialog({ typed, onPick, onClose }: SavedRepliesDialogProps) {
  const [edited, setEdited] = useState<SavedReply | 'new'>()
  const toList = () => setEdited(undefined)
  const goBack = () => {
    if (edited) toList()
    return edited !== undefined
  }
  return (
    <Dialog title="Saved replies" width={34} closesOutside={false} onClose={onClose} onBack={goBack}>
      {edited ? (
        <DialogView key="form">
          <SavedReplyForm reply={edited === 'new' ? undefined : edited} typed={typed} onDone={toList} />
        </DialogView>
      ) : (
        <DialogView key="list">
          <SavedList onPick={onPick} onEdit={setEdited} />
        </DialogView>
      )}
    </Dialog>
  )
}

interface SavedListProps {
  onPick: (text: string) => void
  onEdit: (reply: SavedReply | 'new') => void
}

function SavedList({ onPick, onEdit }: SavedListProps) {
  const saved = useQuery(queryOf(listSavedReplies, {}))
  return (
    <>
      <DialogBody>
        <Loaded query={saved} height="h-32">
          {(replies) => (
            <PanelList
              rows={replies}
              empty="No saved replies yet. Save what you write often, and insert it with one tap."
            >
              {(reply) => (
                <li key={reply.id}>
                  <span className="min-w-0 wrap-anywhere">
                    <b>{reply.title}</b>
                    <MessageStart message={reply.text} />
                  </span>
                  <span className="flex shrink-0 gap-2">
                    <Button size="sm" onClick={() => onEdit(reply)}>
                      Edit<span className="sr"> {reply.title}</span>
                    </Button>
                    <Button size="sm" variant="ink" onClick={() => onPick(reply.text)}>
                      Insert<span className="sr"> {reply.title}</span>
                    </Button>
                  </span>
                </li>
              )}
            </PanelList>
          )}
        </Loaded>
      </DialogBody>
      <DialogFoot isStacked>
        <Button onClick={() => onEdit('new')}>New saved reply</Button>
      </DialogFoot>
    </>
  )
}

interface SavedReplyFormProps {
  /** Undefined for a new one. */
  reply: SavedReply | undefined
  typed: string
  onDone: () => void
}

function SavedReplyForm({ reply, typed, onDone }: SavedReplyFormProps) {
  const form = useDraftForm(`saved-reply.${reply?.id ?? 'new'}`, SavedReplyText, {
    title: reply?.title ?? '',
    text: reply?.text ?? typed,
  })
  const finish = () => {
    form.forget()
    onDone()
  }
  const submit = form.submit(
    (body, shown) =>
      reply ? call(changeSavedReply, { params: { id: reply.id }, body }, { shown }) : call(addSavedReply, { body }),
    finish,
  )
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteSavedReply, { params: { id } }),
    onSuccess: finish,
  })
  return (
    <FormView form={form} onSubmit={submit} submit="Save" busyLabel="Saving..." onCancel={onDone}>
      <FailedBanner of={remove} />
      <TextField
        {...form.field('title')}
        label="Name"
        help="What you'll look for in the list."
        maxLength={100}
        required
        data-autofocus
      />
      <TextArea {...form.field('text')} label="Text" rows={8} maxLength={4000} required />
      {reply && (
        <Button
          size="sm"
          variant="danger"
          className="justify-self-start"
          busy={remove.isPending}
          busyLabel="Deleting..."
          onClick={() => remove.mutate(reply.id)}
        >
          Delete this reply
        </Button>
      )}
    </FormView>
  )
}
