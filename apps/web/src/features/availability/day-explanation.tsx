import { unbroken } from '@arcadia/contract/site/unbroken'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type ReactNode, useEffect, useRef } from 'react'
import { CloseButton } from '../../ui/icon-button.tsx'
import { type DayQuestion, lookOf, nearestOpenDates } from './day-look.ts'
import { NearestMornings } from './nearest-mornings.tsx'

interface DayExplanationProps {
  date: TripDate
  question: DayQuestion
  onChoose: (date: TripDate) => void
  /** An alternative to picking another date, with room for what of it loads later. */
  wayOut?: ReactNode
  /** Missing for a chosen date that others took since; its explanation stays until another date is chosen. */
  onClose?: (() => void) | undefined
}

/** Why a date is unavailable that is full or held, with the nearest open mornings. */
export function DayExplanation({ date, question, onChoose, wayOut, onClose }: DayExplanationProps) {
  const panel = useRef<HTMLDivElement>(null)
  // Once for each date: what loads later must not move the days from under a finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void panel.current?.scrollIntoView({ block: 'nearest' }), [date])
  return (
    <div ref={panel} className="cal__why">
      <p className="cal__says font-strong text-balance">{unbroken(lookOf(date, question).sentence)}</p>
      <NearestMornings dates={nearestOpenDates(date, question)} onChoose={onChoose} />
      {wayOut && <div className="pt-3">{wayOut}</div>}
      {onClose && <CloseButton label="Close explanation" onClick={onClose} />}
    </div>
  )
}
