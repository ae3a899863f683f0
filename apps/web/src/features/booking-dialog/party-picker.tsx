import { type BookingConfig, MAX_PARTY } from '@arcadia/contract/configuration'
import { anglers } from '@arcadia/contract/riders'

interface PartyPickerProps {
  config: Pick<BookingConfig, 'maxCapacity'>
  /** Undefined until somebody said. */
  value: number | undefined
  onChange: (numberOfGuests: number) => void
}

/** Asked before the calendar, which then offers only mornings with room for the whole group. */
export function PartyPicker({ config, value, onChange }: PartyPickerProps) {
  const sizes = Array.from({ length: Math.min(MAX_PARTY, config.maxCapacity) }, (_, index) => index + 1)
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-5">
      <legend className="sr">How many of you?</legend>
      <span className="flex-auto whitespace-nowrap font-strong text-ui" aria-hidden>
        How many of you?
      </span>
      <div className="flex gap-1">
        {sizes.map((size) => (
          <label
            key={size}
            className="num relative grid size-[min(2.75rem,17vw)] cursor-pointer place-items-center rounded-2 border border-line-2 bg-card font-[660] hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-bg has-focus-visible:shadow-(--focus-ring)"
          >
            <input
              type="radio"
              name="party"
              className="sr"
              aria-label={anglers(size)}
              checked={size === value}
              onChange={() => onChange(size)}
            />
            {size}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
