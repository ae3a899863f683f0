import { anglers } from '@arcadia/contract/riders'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { Button } from '../../ui/button.tsx'
import '../../session/stored-users.ts'
import { CloseButton } from '../../ui/icon-button.tsx'
import { openHoldQuery } from './hold.queries.ts'
import { HoldCountdown } from './hold-countdown.tsx'
import { claimHold } from './own-hold.ts'

/** What this tab keeps of its booking through a reload. */
interface Kept {
  selectedDate: TripDate
  madeHere: string | null
}

/** After a reload: the date this tab holds, and for how long. Holds of other tabs are not shown. */
export function HoldReminder(props: { kept: Kept | null }) {
  const { openBooking } = useDialogs()
  const client = useQueryClient()
  const { data: hold } = useQuery(openHoldQuery)
  const [kept] = useState(props.kept)
  const madeHere = kept?.madeHere
  useEffect(() => {
    if (madeHere) claimHold(madeHere)
  }, [madeHere])
  if (!hold || hold.selectedDate !== kept?.selectedDate) return null
  const dismiss = () => client.setQueryData(openHoldQuery.queryKey, null)
  return (
    <section
      className="fixed right-gutter bottom-4 z-[calc(var(--z-header)+1)] w-[min(24rem,calc(100vw-2*var(--gutter)))] animate-[arrive_var(--d-2)_var(--ease)] rounded-2 bg-bw-900 text-cream shadow-3 max-tablet:right-0 max-tablet:bottom-0 max-tablet:w-full max-tablet:rounded-none max-tablet:pb-[env(safe-area-inset-bottom)] max-tablet:*:[.timer]:rounded-none max-tablet:*:[.timer]:pt-2 max-tablet:*:[.timer]:pb-[0.65rem]"
      aria-label="Your date is held"
    >
      <HoldCountdown hold={hold} text={anglers(hold.numberOfGuests)} onExpire={dismiss} />
      <div className="dark flex items-center gap-2 py-[0.6rem] pr-[0.6rem] pl-4 max-tablet:py-[0.4rem]">
        <Button variant="cta" className="flex-1" onClick={() => openBooking()}>
          Continue booking
        </Button>
        <CloseButton onClick={dismiss} />
      </div>
    </section>
  )
}
