import type { TripDate } from '@arcadia/contract/trip-date'
import type { ComponentProps } from 'react'
import { type DayLook, nameOf } from './day-look.ts'

interface DayButtonProps extends Omit<ComponentProps<'button'>, 'onFocus'> {
  date: TripDate
  look: DayLook
  isToday: boolean
  /** The only day in the tab order. */
  isTabStop: boolean
  /** The pointer or the keyboard came to a day, or left it. */
  onPoint: (date: TripDate | null) => void
  /** The day got the focus. */
  onVisit?: (date: TripDate) => void
}

/** What stands in a day too narrow for its word. */
const SHORT: Partial<Record<string, string>> = { closed: 'off' }

/** A day of a calendar. Every one can be focused and says its sentence; those that cannot be had are marked as disabled, not taken away. */
export function DayButton({ date, look, isToday, isTabStop, onPoint, onVisit, ...button }: DayButtonProps) {
  return (
    <button
      type="button"
      data-date={date}
      data-state={look.state}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={nameOf(date, look)}
      aria-description={look.sentence || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={look.isSelectable ? undefined : true}
      onFocus={({ target }) => {
        // Not where a link led to the calendar, or a dialog gave the focus back: nobody asked about this day.
        if (target.matches(':focus-visible')) onPoint(date)
        onVisit?.(date)
      }}
      onBlur={() => onPoint(null)}
      onPointerEnter={() => onPoint(date)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(null)}
      {...button}
    >
      <b>{Number(date.slice(8))}</b>{' '}
      <i data-long={/^\w{5}/.test(look.word) || undefined} data-short={SHORT[look.word]}>
        {look.word}
      </i>
    </button>
  )
}
