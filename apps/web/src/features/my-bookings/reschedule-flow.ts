import { type Booking, rescheduleBooking } from '@arcadia/contract/bookings'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { reloadMonthOf, useDay } from '../availability/availability.queries.ts'
import type { Problem } from '../bookings/problem-banner.tsx'

export const RESCHEDULE_STEPS = ['Eligibility', 'New Date', 'Confirm'] as const
export type RescheduleStep = (typeof RESCHEDULE_STEPS)[number]

interface RescheduleProblem extends Problem {
  /** The calendar explains a lost date too, with nearby dates, once it has loaded. */
  isAboutDate?: boolean
}

export type Reschedule = ReturnType<typeof useReschedule>

/** Moves one booking, from the eligibility check to the new date. */
export function useReschedule(booking: Booking) {
  const { id, numberOfGuests } = booking
  const client = useQueryClient()
  // Fixed at mount, because the booking changes while the dialog is open.
  const [oldDate] = useState(booking.selectedDate)
  const [step, setStep] = useState<RescheduleStep>('Eligibility')
  const [date, setDate] = useState<TripDate | null>(null)
  const [problem, setProblem] = useState<RescheduleProblem | null>(null)
  const day = useDay(date, true)
  // Others may take the date meanwhile. While unknown, leave it to the server.
  const isOpen = !day || (day.bookable && day.availableSpots >= numberOfGuests)

  const move = useMutation({
    mutationFn: (newSelectedDate: TripDate) =>
      call(rescheduleBooking, { params: { id }, body: { newSelectedDate, numberOfGuests } }),
    async onError(error, newDate) {
      const back = wayBack(error)
      if (back === 'New Date') await reloadMonthOf(client, newDate)
      if (back) setStep(back)
      // That step shows the reason itself.
      if (back !== 'Eligibility') setProblem({ message: error.message, isAboutDate: back === 'New Date' })
    },
    async onSettled(_answer, _error, newDate) {
      await Promise.all([reloadMonthOf(client, oldDate), reloadMonthOf(client, newDate)])
    },
  })

  function goTo(next: RescheduleStep) {
    setProblem(null)
    setStep(next)
  }

  return {
    step,
    oldDate,
    date,
    isOpen,
    problem,
    isMoving: move.isPending,
    /** If the answer was lost, the booking itself shows the new date. */
    isMoved: !move.isPending && date !== null && (move.isSuccess || booking.selectedDate === date),
    goTo,
    pick(picked: TripDate) {
      setDate(picked)
      goTo('Confirm')
    },
    confirmDate() {
      if (date && isOpen) goTo('Confirm')
      else setProblem({ message: 'Please select a date' })
    },
    move: () => {
      if (!date || move.isPending) return
      setProblem(null)
      move.mutate(date)
    },
    dismiss: () => setProblem(null),
  }
}

/** The step where a refusal can be fixed; undefined if retrying is all there is. */
function wayBack(error: unknown): RescheduleStep | undefined {
  const code = error instanceof ApiError ? error.code : undefined
  if (code && ['not-enough-spots', 'date-not-bookable', 'not-private'].includes(code)) return 'New Date'
  return code === 'not-reschedulable' ? 'Eligibility' : undefined
}
