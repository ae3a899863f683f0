import { MAX_PARTY } from '@arcadia/contract/configuration'
import { anglers } from '@arcadia/contract/riders'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useId, useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { myWaitlistQuery, useJoinWaitlist, useLeaveWaitlist } from './waitlist.queries.ts'

const SIGN_IN_MESSAGE = 'Sign in so we know who to tell.'

interface WaitForDayProps {
  date: TripDate
  /** How many they are, if they don't say otherwise. */
  guests: number
}

/** Lets a customer join the waitlist of a full day. */
export function WaitForDay({ date, guests }: WaitForDayProps) {
  const { user } = useSession()
  const { openSignIn } = useDialogs()
  if (user) return <Waiting key={`${date} ${guests}`} {...{ date, guests }} />
  return (
    <Button
      size="sm"
      icon={<BellRing className="@max-[12rem]:hidden" aria-hidden />}
      onClick={() => openSignIn({ message: SIGN_IN_MESSAGE, date })}
    >
      Tell me if a spot opens
    </Button>
  )
}

function Waiting({ date, guests }: WaitForDayProps) {
  const { data: entries } = useQuery(myWaitlistQuery)
  const join = useJoinWaitlist()
  const leave = useLeaveWaitlist()
  const [numberOfGuests, setGuests] = useState(guests)
  const id = useId()
  const entry = entries?.find(({ selectedDate }) => selectedDate === date)
  const error = join.error ?? leave.error

  return (
    <div className="flex flex-wrap items-center gap-[0.6rem]">
      {entry ? (
        <>
          <p>
            You're on the waitlist for {anglers(entry.numberOfGuests)}. We'll email you when a spot opens and hold it
            for 30 minutes.
          </p>
          <Button size="sm" busy={leave.isPending} busyLabel="Leaving..." onClick={() => leave.mutate(entry.id)}>
            Leave the waitlist
          </Button>
        </>
      ) : (
        <>
          <label htmlFor={id} className="sr">
            Number of anglers
          </label>
          <select
            id={id}
            className="input min-h-11 w-auto"
            value={numberOfGuests}
            onChange={({ target }) => setGuests(Number(target.value))}
          >
            {Array.from({ length: MAX_PARTY }, (_, index) => index + 1).map((guests) => (
              <option key={guests} value={guests}>
                {anglers(guests)}
              </option>
            ))}
          </select>
          <Button
            size="sm"
            icon={<BellRing className="@max-[12rem]:hidden" aria-hidden />}
            busy={join.isPending}
            busyLabel="Joining..."
            onClick={() => join.mutate({ selectedDate: date, numberOfGuests })}
          >
            Tell me if a spot opens
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
