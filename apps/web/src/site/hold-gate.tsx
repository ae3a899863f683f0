import { Suspense } from 'react'
import { lazyFeature } from '../lazy-feature.tsx'
import { useSession } from '../session/session.tsx'

// Without it the page is as good as before: it is only an offer.
const Nothing = () => null

const HoldReminder = lazyFeature(async () => {
  const found = await import('../features/booking-dialog/hold-reminder.tsx').catch(() => null)
  return found?.HoldReminder ?? Nothing
})

/** Only customers hold dates: for visitors nothing of it is loaded. */
export function HoldGate() {
  const { user } = useSession()
  if (!user) return null
  return (
    <Suspense>
      <HoldReminder key={user.id} userId={user.id} />
    </Suspense>
  )
}
