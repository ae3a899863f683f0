import type { GuestNotes } from '@arcadia/contract/guest-notes'
import { classNames } from '../../ui/class-names.ts'
import { ASKED, TOLD } from './guest-notes.words.ts'

/** The notes with their labels, health risks first. */
export function GuestNotesList({ notes, className }: { notes: GuestNotes; className?: string }) {
  return (
    <dl className={classNames('grid gap-2', className)}>
      {TOLD.map(
        ({ name, label }) =>
          notes[name] && (
            <div key={name}>
              <dt className="small text-ink-2">{label}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{notes[name]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

export const isAnyTold = (notes: GuestNotes) => ASKED.some(({ name }) => notes[name] !== null)
