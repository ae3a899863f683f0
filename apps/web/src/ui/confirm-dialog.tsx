import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  /** The verb, with what it is about: 'Deactivate Ada Angler'. */
  confirmLabel: string
  isDanger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that is not easily undone. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isDanger = false,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody className="grid content-start gap-3">{children}</DialogBody>
      <DialogFoot>
        <Button variant="text" onClick={onClose}>
          Cancel
        </Button>
        <Button variant={isDanger ? 'danger' : 'cta'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
