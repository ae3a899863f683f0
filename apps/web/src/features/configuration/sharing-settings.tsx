import { Sharing } from '@arcadia/contract/configuration'
import type { ConfigurationForm } from './use-configuration-form.ts'

const CHOICES: Record<Sharing, { name: string; help: string }> = {
  OPEN: {
    name: 'Groups may share',
    help: "Anyone can book the spots that are left. Your terms ask for two non-related anglers a day, but the site doesn't enforce it.",
  },
  ONE_GROUP: {
    name: 'One group a morning',
    help: 'The first group to book gets the whole boat, even with spots left.',
  },
  TWO_ANGLERS: {
    name: 'Shared boat: two anglers max',
    help: 'Groups of two or more have the boat to themselves. A single angler may share it with one other.',
  },
}

/** Whether groups share a morning (docs/rules.md §2.4). */
export function SharingSettings({ form }: { form: ConfigurationForm }) {
  const { draft, saved, edit } = form
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr">Sharing the boat</legend>
      {Sharing.options.map((option) => (
        <label key={option} className="opt">
          <input
            type="radio"
            name="sharing"
            className="opt__dot"
            checked={option === draft.sharing}
            onChange={() => edit({ sharing: option })}
          />
          <b>{CHOICES[option].name}</b>
          {option === saved.sharing && option !== draft.sharing && <span className="muted small">Now</span>}
          <small className="col-[2/-1] text-ink-2 text-small">{CHOICES[option].help}</small>
        </label>
      ))}
    </fieldset>
  )
}
