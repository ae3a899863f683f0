import { type Booking, rescheduleBooking } from '@arcadia/contract/bookings'
import { formatDayInWords, type TripDate } from '@arcadia/contract/trip-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../api.ts'
import { useSession } from '../../session.tsx'
import { reloadMonthOf } from '../availability/availability.queries.ts'
import { useBookingsReload } from './booking-details.queries.ts'
import type { Problem } from './booking-wizard.ts'

export const RESCHEDULE_STEPS = ['Eligibility', 'New Date', 'Confirm'] as const
export type RescheduleStep = (typeof RESCHEDULE_STEPS)[number]

export type Reschedule = ReturnType<typeof useReschedule>

/** Moving one booking, from the question whether it can move to the new date. */
export function useReschedule(booking: Booking) {
  const { id, numberOfGuests } = booking
  const { token } = useSession()
  const client = useQueryClient()
  const reloadBookings = useBookingsReload()
  // The booking itself moves while the dialog is open.
  const [oldDate] = useState(booking.selectedDate)
  const [step, setStep] = useState<RescheduleStep>('Eligibility')
  const [date, setDate] = useState<TripDate | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  const move = useMutation({
    mutationFn: (newSelectedDate: TripDate) =>
      call(rescheduleBooking, { params: { id }, body: { newSelectedDate, numberOfGuests } }, { token: token! }),
    onError(error) {
      const back = wayBack(error)
      const stays = back === 'New Date' ? ` Your booking stays on ${formatDayInWords(oldDate)}.` : ''
      if (back) setStep(back)
      if (back !== 'Eligibility') setProblem({ message: `${error.message}${stays}` })
    },
    async onSettled(_answer, _error, newDate) {
      await Promise.all([reloadBookings(), reloadMonthOf(client, oldDate), reloadMonthOf(client, newDate)])
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
    problem,
    isMoving: move.isPending,
    /** The answer may have been lost: then the booking itself says that it moved. */
    isMoved: !move.isPending && date !== null && (move.isSuccess || booking.selectedDate === date),
    goTo,
    pick(picked: TripDate) {
      setProblem(null)
      setDate(picked)
    },
    /** From the calendar on; `isOpen` is whether the picked date can still be had. */
    confirmDate(isOpen: boolean) {
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

/** The step where a refusal can be helped; none where trying again is all there is. */
function wayBack(error: unknown): RescheduleStep | undefined {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'not-enough-spots' || code === 'date-not-bookable') return 'New Date'
  return code === 'not-reschedulable' ? 'Eligibility' : undefined
}
