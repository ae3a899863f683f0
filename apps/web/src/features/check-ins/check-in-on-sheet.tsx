import type { CheckIn } from '@arcadia/contract/admin/check-ins'
import { fullName } from '@arcadia/contract/full-name'
import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { formatCents } from '@arcadia/contract/money'
import { formatPortalTime, formatShortDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { Banknote, Check, CloudOff, X } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { Who } from '../../session/who.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { TakeDialog } from './take-dialog.tsx'
import { type Party, tap, useChanges, withChange } from './waiting-changes.ts'

/** The groups of a sheet, with this phone's unsent taps applied. */
export function useTapped(parties: readonly Party[]): Party[] {
  const changes = useChanges().filter(({ problem }) => problem === null)
  return parties.map((party) => changes.filter(({ bookingId }) => bookingId === party.id).reduce(withChange, party))
}

/** Check-in of a group and payment of its balance at the ramp, online or offline. */
export function CheckInOnSheet({ date, party }: { date: TripDate; party: Party }) {
  const today = useVenueToday()
  const [taking, setTaking] = useState<Party>()
  const { checkIn, received, pendingAmount, status, outcome, firstName, lastName } = party
  const name = fullName({ firstName, lastName })
  const say = (state: CheckIn['state'] | null) =>
    tap(party, { checkIn: { date, state, was: checkIn?.state ?? null, at: serverNow() } })
  const isToday = date <= today && outcome !== 'CALLED_OFF'
  const canPay = isToday && pendingAmount > 0 && (status === 'CONFIRMED' || status === 'COMPLETED')
  if (!isToday && received.length === 0) return null
  return (
    <div className="mt-3 grid gap-2 print:hidden">
      {isToday &&
        (checkIn ? (
          <p className="flex min-h-11 items-center justify-between gap-x-2">
            <Said checkIn={checkIn} />
            <Button variant="text" onClick={() => say(null)}>
              Undo<span className="sr"> the check-in of {name}</span>
            </Button>
          </p>
        ) : (
          <div className="flex flex-wrap gap-3 whitespace-nowrap *:min-w-max *:flex-1 *:px-3 min-[600px]:max-w-[26rem]">
            <Button size="lg" variant="ink" icon={<Check aria-hidden />} onClick={() => say('ARRIVED')}>
              Arrived<span className="sr">: {name}</span>
            </Button>
            <Button size="lg" icon={<X aria-hidden />} onClick={() => say('NO_SHOW')}>
              No-show<span className="sr">: {name}</span>
            </Button>
          </div>
        ))}
      {received.map(({ amount, method, createdAt, recordedBy }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an unsent payment has no id yet
        <p key={index} className="num">
          <b>{formatCents(amount)}</b> {method === 'CARD' ? 'by card' : MANUAL_METHODS[method].how},{' '}
          {whenOn(date, createdAt)}
          {recordedBy && (
            <>
              , <Who name={recordedBy} />
            </>
          )}
        </p>
      ))}
      {canPay && (
        <Button
          size="lg"
          className="px-3 min-[600px]:max-w-[26rem]"
          icon={<Banknote aria-hidden />}
          onClick={() => setTaking(party)}
        >
          Take {formatCents(pendingAmount)}
          <span className="sr"> from {name}</span>
        </Button>
      )}
      <Unsent party={party} />
      {taking && (
        <TakeDialog
          party={taking}
          isToday={date === today}
          owed={pendingAmount}
          onTaken={(payment) => {
            tap(taking, { payment: { ...payment, owed: taking.pendingAmount } })
            toast(`${formatCents(payment.amount)} ${MANUAL_METHODS[payment.method].how} from ${name}.`)
          }}
          onClose={() => setTaking(undefined)}
        />
      )}
    </div>
  )
}

/** The time on the sheet's own day, and otherwise the day. */
function whenOn(date: TripDate, at: Date): string {
  const day = venueDate(at)
  return day === date ? formatPortalTime(at) : formatShortDate(day)
}

/** Marks a group whose taps wait on this phone; with signal they are sent before it shows. */
function Unsent({ party }: { party: Party }) {
  const waits = useChanges().some(({ bookingId, problem }) => bookingId === party.id && problem === null)
  if (!waits) return null
  return (
    <p className="flex animate-[appear_0s_2s_both] items-center gap-2 small text-warn">
      <CloudOff className="size-5 flex-none" aria-hidden />
      Not sent yet, kept on this phone
    </p>
  )
}

/** Whether they came, and who recorded it when. */
export function Said({ checkIn: { state, at, by }, isOnPaper = false }: { checkIn: CheckIn; isOnPaper?: boolean }) {
  const Icon = state === 'ARRIVED' ? Check : X
  return (
    <span className="num flex items-center gap-2">
      <Icon className="size-5 flex-none" aria-hidden />
      <span>
        <b>{state === 'ARRIVED' ? 'Arrived' : 'No-show'}</b> {formatPortalTime(at)},{' '}
        {isOnPaper ? by : <Who name={by} />}
      </span>
    </span>
  )
}
