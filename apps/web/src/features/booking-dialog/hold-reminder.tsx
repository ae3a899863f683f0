import { formatShortDate } from '@arcadia/contract/trip-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/icon-button.tsx'
import { HoldCountdown } from '../payments/hold-countdown.tsx'
import { readDraft } from './booking-draft.ts'
import { openHoldQuery } from './hold.queries.ts'
import './hold-reminder.css'
import { anglers } from '../bookings/packages.ts'

/** After a reload: the date that this tab holds, and for how long. What another tab holds is that tab's business. */
export function HoldReminder({ userId }: { userId: number }) {
  const { openBooking } = useDialogs()
  const client = useQueryClient()
  const { data: hold } = useQuery(openHoldQuery)
  const [draft] = useState(() => readDraft(userId))
  if (!hold || hold.selectedDate !== draft?.selectedDate) return null
  const dismiss = () => client.setQueryData(openHoldQuery.queryKey, null)
  return (
    <section className="held" aria-label="Your date is held">
      <HoldCountdown
        expiresAt={hold.expiresAt}
        holdDurationMinutes={hold.holdDurationMinutes}
        title={`Holding ${formatShortDate(hold.selectedDate)} for you`}
        text={anglers(hold.numberOfGuests)}
        onExpire={dismiss}
      />
      <div className="held__acts dark">
        <Button variant="cta" className="flex-1" onClick={() => openBooking()}>
          Continue booking
        </Button>
        <CloseButton onClick={dismiss} />
      </div>
    </section>
  )
}
