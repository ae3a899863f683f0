import { spots } from '@arcadia/contract/availability'
import { formatUntil } from '@arcadia/contract/bookings'
import type { CurrentHold } from '@arcadia/contract/holds'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatFullDate, formatVenueTime } from '@arcadia/contract/trip-date'
import type { WaitlistEntry } from '@arcadia/contract/waitlist'
import { Fragment, type ReactNode } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { useDialogs } from '../../dialogs.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { minutesAndSeconds } from '../holds/hold-countdown.rules.ts'
import { useSecondsLeft } from '../holds/hold-countdown.tsx'
import type { useLeaveWaitlist } from './waitlist.queries.ts'

interface WaitlistItemProps {
  entry: WaitlistEntry
  leave: ReturnType<typeof useLeaveWaitlist>
}

/** A waitlisted date: waiting, offered until a time, or expired. */
export function WaitlistItem({ entry, leave }: WaitlistItemProps) {
  const { offer, lapsedAt, numberOfGuests } = entry
  if (offer) return <Offered {...{ entry, offer, leave }} />
  if (lapsedAt) return <Expired entry={entry} until={lapsedAt} />
  return (
    <Item
      {...{ entry, leave }}
      says={[
        `Waiting for ${spots(numberOfGuests)}.`,
        `We'll email you when ${numberOfGuests === 1 ? 'one opens' : 'they open'}.`,
      ]}
    >
      <Leave {...{ entry, leave }} label="Leave the waitlist" />
    </Item>
  )
}

function Offered({ entry, offer, leave }: WaitlistItemProps & { offer: CurrentHold }) {
  const { openBooking } = useDialogs()
  const seconds = useSecondsLeft(offer.expiresAt)
  const { numberOfGuests } = entry
  const until = formatVenueTime(offer.expiresAt)
  if (seconds === 0) return <Expired entry={entry} until={offer.expiresAt} />
  return (
    <Item
      {...{ entry, leave }}
      isOffered
      says={[
        `We're holding ${spots(numberOfGuests)} for you until ${until}.`,
        `After that, others can book ${numberOfGuests === 1 ? 'it' : 'them'}.`,
      ]}
      countdown={seconds}
    >
      <Button variant="cta" onClick={() => openBooking({ offer })}>
        Book {numberOfGuests === 1 ? 'it' : 'them'}
      </Button>
      <Leave {...{ entry, leave }} label="No thanks" />
    </Item>
  )
}

function Leave({ entry, leave, label }: WaitlistItemProps & { label: string }) {
  return (
    <Button
      busy={leave.isPending && leave.variables === entry.id}
      busyLabel="Leaving..."
      onClick={() => leave.mutate(entry.id)}
    >
      {label}
    </Button>
  )
}

/** Its date and number are picked already in the booking dialog, which says what is still open of them. */
function Expired({ entry, until }: { entry: WaitlistEntry; until: Date }) {
  const { openBooking } = useDialogs()
  const today = useVenueToday()
  const { numberOfGuests, selectedDate: date } = entry
  const ranOut = `Your hold ran out ${formatUntil(until)}.`
  if (date <= today) return <Item entry={entry} says={[ranOut]} />
  const ifOpen =
    numberOfGuests === 1
      ? 'If the spot is still open, you can book it.'
      : 'If the spots are still open, you can book them.'
  return (
    <Item entry={entry} says={[ranOut, ifOpen]}>
      <Button onClick={() => openBooking({ date, numberOfGuests })}>See that date</Button>
    </Item>
  )
}

interface ItemProps {
  entry: WaitlistEntry
  leave?: WaitlistItemProps['leave']
  isOffered?: boolean
  /** Sentences; on a wide screen none is broken where it fits the next line. */
  says: readonly string[]
  /** Seconds left. */
  countdown?: number
  children?: ReactNode
}

function Item({ entry, leave, isOffered = false, says, countdown, children }: ItemProps) {
  return (
    <li
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-[0.9rem] border-line not-last:border-b bg-card px-6 py-[1.1rem] print:px-0 max-tablet:grid-cols-1 max-tablet:px-4 @max-[15rem]:px-2.5',
        isOffered && 'shadow-[inset_4px_0_var(--cta)] print:shadow-none',
      )}
    >
      <div className="min-w-0">
        <h3 className="font-strong">{unbroken(formatFullDate(entry.selectedDate))}</h3>
        <p role="status" className="text-ui text-ink-2">
          {says.map((sentence, nth) => (
            <Fragment key={sentence}>
              {nth > 0 && ' '}
              <span className="tablet:inline-block">{unbroken(sentence)}</span>
            </Fragment>
          ))}
        </p>
        {countdown !== undefined && (
          <p role="timer" className="num font-strong text-ui print:hidden">
            {minutesAndSeconds(countdown)} left
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-tablet:*:flex-1 max-tablet:*:px-2">{children}</div>
      {leave?.variables === entry.id && <FailedBanner of={leave} className="col-span-full" />}
    </li>
  )
}
