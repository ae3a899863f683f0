import { CloudOff } from 'lucide-react'
import { Banner } from '../../ui/banner.tsx'
import { countWaiting } from './waiting-changes.ts'

/** On the sign-in page: what was tapped on this phone before the session ended, and is still to be sent. */
export function WaitingAtSignIn() {
  const waiting = countWaiting()
  if (waiting === 0) return null
  return (
    <Banner tone="warn" icon={CloudOff} className="mx-6 mt-5">
      {waiting === 1
        ? '1 change from this phone is waiting. Sign in to send it.'
        : `${waiting} changes from this phone are waiting. Sign in to send them.`}
    </Banner>
  )
}
