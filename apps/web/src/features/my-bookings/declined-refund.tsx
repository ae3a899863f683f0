import type { Booking } from '@arcadia/contract/bookings'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { useCallback, useState } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { answersSeen, declinedAnswer, isNewlyDeclined, whenSeen } from '../booking-queries/answers-seen.ts'
import { declinedInWords } from './manage-bookings.rules.ts'

interface DeclinedRefundProps {
  declined: NonNullable<Booking['refundDeclined']>
  /** In the list, where it begins only. */
  isShort?: boolean
}

/** What we answered to a request for a refund, with the reason as it was written. */
export function DeclinedRefund({ declined, isShort = false }: DeclinedRefundProps) {
  const answer = declinedAnswer(declined)
  const ref = useCallback(
    (element: HTMLElement | null) => (isShort ? undefined : whenSeen(element, answer)),
    [answer, isShort],
  )
  return (
    <div ref={ref} className="grid gap-2">
      <p>{unbroken(declinedInWords(declined))}</p>
      {declined.answer && (
        <blockquote className="whitespace-pre-line wrap-anywhere border-line-2 border-l-3 pl-4">
          {isShort ? firstWords(declined.answer) : declined.answer}
        </blockquote>
      )}
    </div>
  )
}

function firstWords(text: string): string {
  const [most] = /^.{0,160}(?!\S)/s.exec(text) ?? ['']
  return most.length < text.length ? `${most.trimEnd()} ...` : text
}

/** Whether it is news on this device, as it was when the page opened, so that nothing moves while it is read. */
export function useNewlyDeclined(declined: Booking['refundDeclined']): boolean {
  const [seen] = useState(answersSeen)
  const now = useMinute()
  return declined !== null && isNewlyDeclined(declined, seen, now)
}
