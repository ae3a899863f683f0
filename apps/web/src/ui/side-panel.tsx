import type { ReactNode } from 'react'
import { Modal } from './dialog.tsx'

interface SidePanelProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * The details of a row, at the right edge; full screen under 720 px. Modal like a dialog: the focus stays inside, Escape
 * closes it, and the focus goes back to what opened it. It stands in the address (`id`), so that Back closes it too.
 * Inside go sections with class `panel__s`.
 */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  return (
    <Modal title={title} onClose={onClose} className="dlg--panel">
      <div className="dlg__b">{children}</div>
    </Modal>
  )
}
