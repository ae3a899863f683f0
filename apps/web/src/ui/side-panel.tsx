import { type ReactNode, useId } from 'react'
import { Modal } from './dialog.tsx'

interface SidePanelProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * The details of a row, at the right edge; full screen under 720 px. Modal like a dialog: the focus stays inside, Escape
 * closes it, and the focus goes back to what opened it. It stands in the address (`id`), so that Back closes it too.
 * Inside go `PanelSection`s.
 */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  return (
    <Modal title={title} onClose={onClose} className="dlg--panel">
      <div className="dlg__b">{children}</div>
    </Modal>
  )
}

/** A part of a side panel, a dialog or a tab, under a title of its own. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel__s" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

interface PanelListProps<Row> {
  rows: readonly Row[]
  /** Said where there are none. */
  empty?: string
  children: (row: Row) => ReactNode
}

/** Rows on hairlines; each is a list item. */
export function PanelList<Row>({ rows, empty, children }: PanelListProps<Row>) {
  if (rows.length === 0) return empty && <p className="muted">{empty}</p>
  return <ul className="panel-list">{rows.map((row) => children(row))}</ul>
}
