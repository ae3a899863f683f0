import type { TripDate } from '@arcadia/contract/trip-date'
import { type KeyboardEvent, startTransition, useEffect, useRef, useState } from 'react'
import { addMonths, dateAfterEvent, type Month, type MonthRange, monthOf } from '../../ui/calendar/calendar-month.ts'

/** The shown month and the date reached in it with the arrow keys. */
export function useCalendarCursor(openingAt: Month, { first, last }: MonthRange) {
  const grid = useRef<HTMLTableElement>(null)
  const [{ month, date, takesFocus }, setCursor] = useState<{
    month: Month
    date: TripDate | null
    takesFocus: boolean
  }>({ month: openingAt, date: null, takesFocus: false })

  // After rendering, since the date may be in a month that wasn't shown before.
  useEffect(() => {
    if (takesFocus) grid.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus()
  }, [date, takesFocus])

  const isShown = (other: Month) => other >= first && other <= last
  const goTo = (to: TripDate, options: { takesFocus: boolean }) => {
    if (isShown(monthOf(to))) setCursor({ month: monthOf(to), date: to, ...options })
  }

  return {
    grid,
    month,
    date,
    goTo,
    turnTo,
    previous: isShown(addMonths(month, -1)) ? () => turnBy(-1) : undefined,
    next: isShown(addMonths(month, 1)) ? () => turnBy(1) : undefined,
    /** For the grid: key events come from the focused day. */
    onKeyDown(event: KeyboardEvent) {
      const to = dateAfterEvent(event)
      if (!to) return
      event.preventDefault()
      goTo(to, { takesFocus: true })
    },
  }

  /** From the month of the last press, which may not be shown yet. */
  function turnBy(months: number) {
    turn((shown) => addMonths(shown, months))
  }

  function turnTo(to: Month) {
    turn(() => to)
  }

  /** The frame after a press does not wait for a whole month of days. */
  function turn(from: (shown: Month) => Month) {
    startTransition(() =>
      setCursor((before) => {
        const to = from(before.month)
        return isShown(to) ? { month: to, date: null, takesFocus: false } : before
      }),
    )
  }
}
