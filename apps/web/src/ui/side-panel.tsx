import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { Modal } from './dialog.tsx'

interface SidePanelProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * A row's details at the right edge; full screen under 720 px. Modal like a dialog: it keeps the focus, closes on
 * Escape and gives the focus back. Its `id` is in the address, so Back closes it too. Contains `PanelSection`s.
 */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  return (
    <Modal title={title} onClose={onClose} className="dlg--panel">
      <div className="dlg__b">{children}</div>
    </Modal>
  )
}

/** A titled part of a side panel, dialog or tab. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel__s" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

interface FoldedSectionProps {
  title: string
  /** What people want to know without opening it. */
  aside?: ReactNode
  children: ReactNode
}

/** A collapsed part of a side panel; its content loads when opened. */
export function FoldedSection({ title, aside, children }: FoldedSectionProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="panel__s mt-0! pt-0!">
      <h3 className="mb-0!">
        <button
          type="button"
          className="flex min-h-13 w-full items-center gap-3 text-left"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          {aside && <span className="num ml-auto font-[460] small text-ink-2">{aside}</span>}
          <ChevronDown
            className={classNames('icon flex-none', !aside && 'ml-auto', isOpen && 'rotate-180')}
            aria-hidden
          />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className="pt-1 pb-5">
          {children}
        </div>
      )}
    </section>
  )
}

interface PanelListProps<Row> {
  rows: readonly Row[]
  /** Shown if there are none. */
  empty?: string
  children: (row: Row) => ReactNode
}

/** Rows with hairlines; each is a list item. */
export function PanelList<Row>({ rows, empty, children }: PanelListProps<Row>) {
  if (rows.length === 0) return empty && <p className="muted">{empty}</p>
  return <ul className="panel-list">{rows.map((row) => children(row))}</ul>
}
