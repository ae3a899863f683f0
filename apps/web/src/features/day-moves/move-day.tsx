import { portal } from '@arcadia/contract/addresses'
import type { DaySheet } from '@arcadia/contract/admin/dashboard'
import type { DayMove, MovedParty } from '@arcadia/contract/day-moves'
import { fullName } from '@arcadia/contract/full-name'
import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useVenueToday } from '../../api/venue-today.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOpenMove, useTextToParty } from '../bookings/called-off-text.ts'
import { emailsWait, useMailPromise } from '../mails/mail-server.ts'
import { answered, groups } from './day-moves.words.ts'
import { MoveDayDialog } from './move-day-dialog.tsx'
import { ReachedTick } from './reached-tick.tsx'

/** Calls off a day with bookings; hidden once the day has passed or is already called off. */
export function MoveDayButton({ sheet: { date, isCalledOff, parties } }: { sheet: DaySheet }) {
  const today = useVenueToday()
  const [isAsking, setAsking] = useState(false)
  const { user } = useAdminAuth()
  const promise = useMailPromise()
  if (isCalledOff || date < today || parties.length === 0 || user?.position === 'GUIDE') return null
  return (
    <>
      <Button icon={<CalendarX2 aria-hidden />} onClick={() => setAsking(true)}>
        Call off this day
      </Button>
      {isAsking && (
        <MoveDayDialog
          date={date}
          parties={parties}
          onMoved={(written, toCall) => {
            setAsking(false)
            const said = [
              written > 0 && promise(`We're emailing ${groups(written)}.`, emailsWait(written)),
              toCall > 0 && `Call ${groups(toCall)} now.`,
            ]
            toast(said.filter(Boolean).join(' ') || 'The day is called off.')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** On the day sheet of a called-off day: its replies so far, and whom to call until everyone was reached. */
export function MoveDayNotice({ sheet: { date, isCalledOff } }: { sheet: DaySheet }) {
  const move = useOpenMove(date)
  if (!isCalledOff) return null
  if (!move)
    return (
      <Banner tone="warn" icon={CalendarX2} className="mb-4 max-w-[52rem] print:hidden">
        Day called off.
      </Banner>
    )
  // Whoever got no email hears of it only from a call.
  const waiting = move.parties
    .filter(({ state }) => state === 'WAITING')
    .toSorted((one, other) => Number(one.mail !== null) - Number(other.mail !== null))
  const unreached = waiting.filter(({ reached }) => !reached).length
  return (
    <div className="mb-4 grid max-w-[52rem] gap-3 print:hidden">
      <Banner tone="warn" icon={CalendarX2}>
        Day called off: {answered(move.parties)}.{' '}
        <Link to={portal.dashboard.dayMoves.href()} className="link">
          See the replies
        </Link>
      </Banner>
      {unreached > 0 && <CallList move={move} waiting={waiting} />}
    </div>
  )
}

/** Whom to call or text, each with a text ready to send. */
function CallList({ move, waiting }: { move: DayMove; waiting: readonly MovedParty[] }) {
  const says = useTextToParty(move)
  return (
    <Box title="Call or text them">
      <ul>
        {waiting.map((party) => (
          <li key={party.bookingId} className="party">
            <div className="min-w-0">
              <b className="wrap-anywhere">{fullName(party)}</b>
              {!party.mail && <p className="text-danger">No email: call first</p>}
              <p>
                <PhoneLink phone={party.phone} to={party.firstName} says={says(party)} />
              </p>
            </div>
            <div className="party__right">
              <ReachedTick moveId={move.id} party={party} />
            </div>
          </li>
        ))}
      </ul>
    </Box>
  )
}
