import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'

/** The address, the one time it is shown, and where to put it. */
export function FeedAddress({ url }: { url: string }) {
  return (
    <div className="grid w-full gap-3">
      <Field
        label="Your calendar address"
        help="Copy it now: it is not shown again. Whoever has it can read your bookings."
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <input
              {...control}
              className="input num min-w-0 flex-1"
              readOnly
              value={url}
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={url} label="Copy the calendar address" />
          </div>
        )}
      </Field>
      <p>
        On an iPhone open Settings, search for <b>Add Subscribed Calendar</b>, and paste the address. On Android open
        calendar.google.com on a computer, choose <b>Other calendars, From URL</b>, and paste it there; the phone then
        shows it by itself.
      </p>
    </div>
  )
}
