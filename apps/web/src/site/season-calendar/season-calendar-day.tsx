import type { TripDate } from '@arcadia/contract/trip-date'
import { type DayLook, nameOf } from '../../features/availability/day-look.ts'

interface SeasonDayProps {
  date: TripDate
  look: DayLook
  /** Of the green ramp; undefined for a day that is not about spots. */
  step: number | undefined
  isToday: boolean
  isTabStop: boolean
  onPress: () => void
  /** The pointer or the focus came to the day (true) or left it. */
  onPoint: (isHere: boolean) => void
  /** The focus came to it. */
  onVisit: () => void
}

/** A day of the whole season: green by what is left, which it also says in words; its sentence on pointing and to a screen reader. */
export function SeasonDay({ date, look, step, isToday, isTabStop, onPress, onPoint, onVisit }: SeasonDayProps) {
  return (
    <button
      type="button"
      className="morning"
      data-date={date}
      data-state={look.state}
      data-step={step}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={nameOf(date, look)}
      aria-description={look.sentence || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={look.isSelectable ? undefined : true}
      aria-haspopup={look.isSelectable || look.hasExplanation ? 'dialog' : undefined}
      onClick={onPress}
      onFocus={() => {
        onPoint(true)
        onVisit()
      }}
      onBlur={() => onPoint(false)}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(false)}
    >
      <b>{Number(date.slice(8))}</b> <i>{look.word}</i>
    </button>
  )
}
