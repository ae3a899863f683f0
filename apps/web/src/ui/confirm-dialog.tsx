import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'
import { withPhoneLinks } from './phone-links.tsx'

interface ConfirmDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  /** The verb with its object: 'Deactivate Ada Angler'. */
  confirmLabel: string
  isDanger?: boolean
  busy?: boolean
  /** A third way, between the two. */
  other?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that can't easily be undone. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isDanger = false,
  busy = false,
  other,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} isSheet>
      <DialogBody className="grid content-start gap-3">{children}</DialogBody>
      <DialogFoot isStacked={other !== undefined}>
        <Button variant="text" onClick={onClose}>
          Cancel
        </Button>
        {other}
        <Button variant={isDanger ? 'danger' : 'cta'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The result, in place of the dialog that asked. */
export function AnswerDialog({ title, isWell = true, children, onClose }: AnswerDialogProps) {
  const Icon = isWell ? CircleCheck : TriangleAlert
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody className="flex items-start gap-3">
        <Icon className={classNames('size-6 flex-none', isWell && 'text-ok')} strokeWidth={1.75} aria-hidden />
        <p role="status">{withPhoneLinks(children)}</p>
      </DialogBody>
      <DialogFoot>
        <Button variant="ink" className="ml-auto" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

interface AnswerDialogProps {
  title: string
  isWell?: boolean
  children: string
  onClose: () => void
}
