import type { TripDate } from '@arcadia/contract/trip-date'
import { classNames } from '../../ui/class-names.ts'
import { type DayLook, nameOf } from './day-look.ts'

interface CalendarDayProps {
  date: TripDate
  look: DayLook
  isSelected: boolean
  isToday: boolean
  /** The one day that Tab reaches. */
  isTabStop: boolean
  isExplained: boolean
  onPress: () => void
  /** The pointer or the focus came to the day (true) or left it. */
  onPoint: (isHere: boolean) => void
}

/** Every day can be focused and says its sentence; those that cannot be had are marked as disabled, not taken away. */
export function CalendarDay({
  date,
  look,
  isSelected,
  isToday,
  isTabStop,
  isExplained,
  onPress,
  onPoint,
}: CalendarDayProps) {
  return (
    <button
      type="button"
      className={classNames('day', `day--${look.state}`, isSelected && 'day--selected', isToday && 'day--today')}
      data-date={date}
      data-state={look.state}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={nameOf(date, look)}
      aria-description={look.sentence || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={look.isSelectable ? undefined : true}
      aria-pressed={look.isSelectable ? isSelected : undefined}
      aria-expanded={look.hasExplanation ? isExplained : undefined}
      onClick={onPress}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(false)}
    >
      <b>{Number(date.slice(8))}</b> <i>{look.word}</i>
    </button>
  )
}
