import type { CurrentHold } from '@arcadia/contract/holds'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { classNames } from '../../ui/class-names.ts'
import '../../ui/timer.css'
import { minutesAndSeconds, secondsLeft, spokenAt } from './hold-countdown.rules.ts'

interface HoldCountdownProps {
  hold: Pick<CurrentHold, 'expiresAt' | 'holdDurationMinutes' | 'selectedDate'>
  title?: ReactNode
  text: string
  onExpire: () => void
}

const LAST_MINUTE = 60

/** Counts a hold down by the server's clock; the bar shows the part that is left. */
export function HoldCountdown({
  hold,
  title = `Holding ${formatShortDate(hold.selectedDate)} for you`,
  text,
  onExpire,
}: HoldCountdownProps) {
  const { expiresAt, holdDurationMinutes } = hold
  const seconds = useSecondsLeft(expiresAt)
  const expire = useEffectEvent(onExpire)
  useEffect(() => {
    if (seconds === 0) expire()
  }, [seconds])

  return (
    <div className="timer">
      <b
        role="timer"
        translate="no"
        aria-label={`Time left: ${minutesAndSeconds(seconds)}`}
        className={classNames('num', seconds <= LAST_MINUTE && 'timer--last')}
      >
        {minutesAndSeconds(seconds)}
      </b>
      <p className="font-strong">{title}</p>
      <p className="timer__text">{text}</p>
      <div
        className="timer__bar"
        style={{ width: `${Math.min(100, (seconds / (holdDurationMinutes * 60)) * 100)}%` }}
      />
      <p role="status" className="sr">
        {spokenAt(seconds)}
      </p>
    </div>
  )
}

/** Whole seconds left, by the server's clock. */
export function useSecondsLeft(expiresAt: Date): number {
  const [seconds, setSeconds] = useState(() => secondsLeft(expiresAt, serverNow()))
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(expiresAt, serverNow()))
    tick()
    // Four times a second, so no second appears to be skipped.
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [expiresAt])
  return seconds
}
