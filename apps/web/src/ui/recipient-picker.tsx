import { type ReactNode, useState } from 'react'
import { PhoneLink } from './contact-links.tsx'
import { PanelList } from './side-panel.tsx'

interface Recipient {
  bookingId: number
  name: string
  email: string | null
  phone: string
}

/** Who is ticked of those whom something is about to be sent to: everyone at first. */
export function usePicked<One extends Recipient>(all: readonly One[]) {
  const [left, setLeft] = useState<readonly number[]>([])
  const isPicked = ({ bookingId }: Recipient) => !left.includes(bookingId)
  return {
    isPicked,
    written: all.filter((one) => isPicked(one) && one.email !== null),
    pick: ({ bookingId }: Recipient, isIn: boolean) =>
      setLeft(isIn ? left.filter((id) => id !== bookingId) : [...left, bookingId]),
  }
}

interface RecipientPickerProps<One extends Recipient> {
  all: readonly One[]
  picked: Pick<ReturnType<typeof usePicked<One>>, 'isPicked' | 'pick' | 'written'>
  /** What a text to somebody without email says; a greeting if left out. */
  says?: (recipient: One) => string | undefined
  /** Beside the name, what should be seen before it is sent. */
  children: (recipient: One) => ReactNode
}

/** Whom to call or text because there is no email, and below everyone whom an email is for, each with a tick. */
export function RecipientPicker<One extends Recipient>({ all, picked, says, children }: RecipientPickerProps<One>) {
  const withEmail = all.filter(({ email }) => email !== null)
  const withoutEmail = all.filter(({ email }) => email === null)
  return (
    <>
      {withoutEmail.length > 0 && (
        <section aria-label="Call or text">
          <h3 className="font-strong pb-2">{withoutEmail.length} without email: call or text</h3>
          <PanelList rows={withoutEmail}>
            {(one) => (
              <li key={one.bookingId}>
                <span className="min-w-0 wrap-anywhere">
                  <b>{one.name}</b>
                  {children(one)}
                </span>
                <PhoneLink phone={one.phone} to={one.name} says={says?.(one)} />
              </li>
            )}
          </PanelList>
        </section>
      )}
      {withEmail.length > 0 && (
        <section aria-label="By email">
          <h3 className="font-strong pb-2">{picked.written.length} by email</h3>
          <PanelList rows={withEmail}>
            {(one) => (
              <li key={one.bookingId}>
                <label className="flex min-h-11 min-w-0 flex-1 items-start gap-[0.6rem] py-1">
                  <input
                    type="checkbox"
                    className="mt-[0.15rem] size-5 flex-none accent-ink"
                    checked={picked.isPicked(one)}
                    onChange={({ target }) => picked.pick(one, target.checked)}
                  />
                  <span className="min-w-0 wrap-anywhere">
                    <b>{one.name}</b>
                    <span className="block small text-ink-2">
                      {one.email}
                      {!picked.isPicked(one) && '. No email: call or text'}
                    </span>
                    {children(one)}
                  </span>
                </label>
                {!picked.isPicked(one) && <PhoneLink phone={one.phone} to={one.name} says={says?.(one)} />}
              </li>
            )}
          </PanelList>
        </section>
      )}
    </>
  )
}
