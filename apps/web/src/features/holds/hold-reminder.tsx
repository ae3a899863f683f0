import { streamMyNews } from '@arcadia/contract/bookings'
import { anglers } from '@arcadia/contract/riders'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { useNews } from '../../news/private-news.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import '../../session/stored-users.ts'
import { CloseButton } from '../../ui/icon-button.tsx'
import { openHoldQuery } from './hold.queries.ts'
import { HoldCountdown } from './hold-countdown.tsx'
import './hold-reminder.css'
import { claimHold } from './own-hold.ts'

interface HoldReminderProps {
  /** The hold that this tab made before a reload. */
  madeHere: string | null | undefined
}

/** On every page, under any dialog: the date this customer holds, and for how long. */
export function HoldReminder(props: HoldReminderProps) {
  const { openBooking } = useDialogs()
  const { session } = useSession()
  const { data: hold } = useQuery(openHoldQuery)
  useNews(streamMyNews, { session: hold ? session : null })
  const [madeHere] = useState(props.madeHere)
  const [dismissed, setDismissed] = useState<string>()
  useEffect(() => {
    if (madeHere) claimHold(madeHere)
  }, [madeHere])
  if (!hold || hold.holdId === dismissed) return null
  const dismiss = () => setDismissed(hold.holdId)
  return (
    <section
      className="held in-[html:has(.dlg-veil)]:hidden fixed right-gutter bottom-4 z-[calc(var(--z-header)+1)] w-[min(24rem,calc(100vw-2*var(--gutter)))] animate-[arrive_var(--d-2)_var(--ease)] rounded-2 bg-bw-900 text-cream shadow-3 max-tablet:right-0 max-tablet:bottom-0 max-tablet:w-full max-tablet:rounded-none max-tablet:pb-[env(safe-area-inset-bottom)] max-tablet:*:[.timer]:rounded-none max-tablet:*:[.timer]:pt-2 max-tablet:*:[.timer]:pb-[0.65rem]"
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
