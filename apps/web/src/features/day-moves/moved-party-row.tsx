import { portal } from '@arcadia/contract/addresses'
import { resendMail } from '@arcadia/contract/admin/mails'
import type { DayMove, MovedParty } from '@arcadia/contract/day-moves'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { anglers } from '@arcadia/contract/riders'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { useTextToParty } from '../bookings/called-off-text.ts'
import { emailsWait, useMailPromise, useMailServer } from '../mails/mail-server.ts'
import { ReachedTick } from './reached-tick.tsx'
import { WhyCall } from './why-call.tsx'

const LOOKS = {
  WAITING: { status: 'PENDING', label: 'Waiting' },
  MOVED: { status: 'CONFIRMED', label: 'Moved' },
  REFUNDED: { status: 'COMPLETED', label: 'Refunded' },
  CANCELLED: { status: 'CANCELLED', label: 'Canceled' },
  KEPT: { status: 'CLOSED', label: 'Stays booked' },
} as const

/** A group's answer; while it has to be told something, whether it was reached, with the number to call. */
export function MovedPartyRow({ move, party }: { move: DayMove; party: MovedParty }) {
  const says = useTextToParty(move)(party)
  const today = useVenueToday()
  const { firstName, lastName, phone, numberOfGuests, state, mail, toGiveBack, call: toCall } = party
  const again = useMutation({ mutationFn: (mailId: number) => call(resendMail, { params: { id: mailId } }) })
  const promise = useMailPromise()
  const isStuck = useMailServer().isMissing && mail?.status === 'WAITING'
  const isTold = state === 'WAITING' || toCall !== null
  const name = fullName({ firstName, lastName })
  return (
    <li className="party opens max-[700px]:grid max-[700px]:grid-cols-1 max-[700px]:gap-1">
      <div className="min-w-0">
        <Link
          to={portal.bookings.href({ id: party.bookingId })}
          className="row-link text-[1.0625rem] text-ink wrap-anywhere"
        >
          {name}
        </Link>
        <p>
          <span className="num">{anglers(numberOfGuests)}</span>
          <StatusTag {...LOOKS[state]} />
          <span className="num">{describeAnswer(party)}</span>
        </p>
        {toGiveBack > 0 && (
          <p>{formatCents(toGiveBack)} was paid by hand. Give it back, then say so with "Given back" in the booking.</p>
        )}
        {isTold && <WhyCall party={party} isToday={move.date === today} />}
        <FailedBanner of={again} className="mt-2" />
      </div>
      <div className="party__right max-[700px]:flex max-[700px]:flex-wrap max-[700px]:items-center max-[700px]:gap-x-5">
        <PhoneLink phone={phone} to={firstName} says={says} />
        {toCall && <ReachedTick moveId={move.id} party={party} />}
        {isTold && mail && mail.status !== 'NOT_NEEDED' && !isStuck && (
          <Button
            size="sm"
            className="mt-2"
            busy={again.isPending}
            busyLabel="Sending..."
            onClick={() =>
              again.mutate(mail.id, { onSuccess: () => toast(promise(`Emailing ${name} again.`, emailsWait(1))) })
            }
          >
            <span>
              {mail.status === 'WAITING' || mail.status === 'HELD' ? 'Send now' : 'Send again'}
              <span className="sr"> to {name}</span>
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}

function describeAnswer({ state, movedTo, refund }: MovedParty): string | null {
  if (state === 'MOVED' && movedTo) return `to ${formatShortDate(movedTo)}`
  if (state !== 'REFUNDED' || !refund) return null
  const amount = formatCents(refund.amount)
  if (refund.status === 'DONE') return `${amount} refunded`
  return refund.status === null ? `${amount} being refunded` : `${amount} refund failed: see Refunds`
}
