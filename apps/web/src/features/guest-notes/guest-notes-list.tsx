import type { GuestNotes } from '@arcadia/contract/guest-notes'
import { ASKED } from './guest-notes.words.ts'

/** What was told, each under its name. */
export function GuestNotesList({ notes }: { notes: GuestNotes }) {
  return (
    <dl className="grid gap-2">
      {ASKED.map(
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
