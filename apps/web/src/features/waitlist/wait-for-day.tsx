import { MAX_PARTY } from '@arcadia/contract/configuration'
import { anglers } from '@arcadia/contract/riders'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { myWaitlistQuery, useJoinWaitlist, useLeaveWaitlist } from './waitlist.queries.ts'

/** What somebody waits for. */
const spotsOpen = (guests: number) => (guests === 1 ? 'a spot opens' : `${guests} spots open`)

interface WaitForDayProps {
  date: TripDate
  /** How many they are, if they don't say otherwise. */
  guests: number
  /** They have said it, and can change it, on the same screen. */
  isAnswered?: boolean
  /** How many anglers bookings leave room for: they don't wait for spots that are only held. */
  room: number
}

/** Joins the waitlist of a full day at one tap; who is signed out says first who they are. */
export function WaitForDay({ date, guests, isAnswered = false, room }: WaitForDayProps) {
  const { user } = useSession()
  const { openSignIn } = useDialogs()
  const { data: entries, isFetched } = useQuery({ ...myWaitlistQuery, enabled: user !== null })
  const join = useJoinWaitlist()
  const leave = useLeaveWaitlist()
  const [numberOfGuests, setGuests] = useState(guests)
  const [hasAsked, setAsked] = useState(false)
  const entry = entries?.find(({ selectedDate, lapsedAt }) => selectedDate === date && !lapsedAt)
  const isJoining = hasAsked && isFetched
  const joinAsAsked = useEffectEvent(() => {
    setAsked(false)
    if (!entry) join.mutate({ selectedDate: date, numberOfGuests })
  })
  useEffect(() => {
    if (isJoining) joinAsAsked()
  }, [isJoining])
  if (!entry && numberOfGuests <= room) return null
  const error = join.error ?? leave.error

  return (
    <div className="flex flex-wrap items-end gap-[0.6rem]">
      {entry ? (
        <>
          <p>
            You're on the waitlist for {anglers(entry.numberOfGuests)}. We'll email you when{' '}
            {spotsOpen(entry.numberOfGuests)} and hold {entry.numberOfGuests === 1 ? 'it' : 'them'} for 30 minutes.
          </p>
          <Button size="sm" busy={leave.isPending} busyLabel="Leaving..." onClick={() => leave.mutate(entry.id)}>
            Leave the waitlist
          </Button>
        </>
      ) : (
        <>
          {!isAnswered && (
            <SelectField
              label="Number of anglers"
              className="flex-auto"
              value={numberOfGuests}
              onChange={({ target }) => setGuests(Number(target.value))}
            >
              {Array.from({ length: MAX_PARTY - room }, (_, index) => room + index + 1).map((guests) => (
                <option key={guests} value={guests}>
                  {anglers(guests)}
                </option>
              ))}
            </SelectField>
          )}
          <Button
            size="sm"
            className="flex-auto"
            icon={<BellRing className="@max-[12rem]:hidden" aria-hidden />}
            busy={join.isPending}
            busyLabel="Joining..."
            onClick={() => {
              if (user) return join.mutate({ selectedDate: date, numberOfGuests })
              setAsked(true)
              openSignIn({
                message: `We'll put you on the waitlist and email you when ${spotsOpen(numberOfGuests)}.`,
                date,
              })
            }}
          >
            Tell me if {spotsOpen(numberOfGuests)}
          </Button>
        </>
      )}
      {error && (
        <p role="alert" className="basis-full text-danger">
          {error.message}
        </p>
      )}
    </div>
  )
}
