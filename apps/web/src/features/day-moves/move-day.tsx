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
import { inOrderOfCalls, useDayMove, useTextToParty } from '../bookings/called-off-text.ts'
import { CloseMoveButton } from './close-move-button.tsx'
import { answered } from './day-moves.words.ts'
import { MoveDayDialog } from './move-day-dialog.tsx'
import { ReachedTick } from './reached-tick.tsx'
import { useTelling } from './use-telling.ts'
import { WhyCall } from './why-call.tsx'

/** Calls off a day with bookings; hidden once the day has passed or is already called off. */
export function MoveDayButton({ sheet, onMoved }: { sheet: DaySheet; onMoved: () => void }) {
  const { date, isCalledOff, parties } = sheet
  const today = useVenueToday()
  const [isAsking, setAsking] = useState(false)
  const { user } = useAdminAuth()
  const telling = useTelling()
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
            toast(telling(written, toCall) || 'The day is called off.')
            onMoved()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** On the day sheet of a called-off day: its replies so far, and whom to call until everyone was reached; also once it is on again. */
export function MoveDayNotice({ sheet: { date, isCalledOff } }: { sheet: DaySheet }) {
  const move = useDayMove(date)
  const isOpen = move?.closedAt === null
  const toCall = inOrderOfCalls((move?.parties ?? []).filter(({ call }) => call !== null))
  const calls = move && toCall.some(({ reached }) => !reached) && <CallList move={move} parties={toCall} />
  if (!isCalledOff && !calls) return null
  return (
    <div className="mb-4 grid max-w-[52rem] gap-3 print:hidden">
      {isCalledOff && (
        <Banner tone="warn" icon={CalendarX2}>
          {isOpen ? (
            <>
              Day called off: {answered(move.parties)}.{' '}
              <Link to={portal.dashboard.dayMoves.href()} className="link">
                See the replies
              </Link>
            </>
          ) : (
            'Day called off.'
          )}
        </Banner>
      )}
      {calls}
      {isOpen && (
        <div>
          <CloseMoveButton move={move} />
        </div>
      )}
    </div>
  )
}

/** Whom to call or text, each with a text ready to send. */
function CallList({ move, parties }: { move: DayMove; parties: readonly MovedParty[] }) {
  const says = useTextToParty(move)
  const today = useVenueToday()
  return (
    <Box title={move.closedAt ? 'On after all: call or text them' : 'Call or text them'}>
      <ul>
        {parties.map((party) => (
          <li key={party.bookingId} className="party flex-nowrap">
            <div className="min-w-0">
              <b className="wrap-anywhere">{fullName(party)}</b>
              <WhyCall party={party} isToday={move.date === today} />
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
