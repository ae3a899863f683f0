import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { formatCents } from '@arcadia/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { forget, sendChanges, useChanges, type WaitingChange } from './waiting-changes.ts'

/** The retry interval for dead spots where the browser doesn't report coming back online. */
const RETRY_MS = 10_000

/** Sends day sheet taps from anywhere in the portal; shows what is unsent and what was refused. */
export function WaitingChangesNotice() {
  const client = useQueryClient()
  const changes = useChanges()
  const [isStuck, setStuck] = useState(false)
  const waiting = changes.filter(({ problem }) => problem === null).length
  useEffect(() => {
    if (waiting === 0) return
    const send = () => void sendChanges(client).then((isDone) => setStuck(!isDone))
    send()
    const timer = setInterval(send, RETRY_MS)
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
    }
  }, [client, waiting])
  return (
    <div className="*:not-empty:mb-4 print:hidden">
      <div role="status">
        {isStuck && waiting > 0 && (
          <Banner tone="warn" icon={CloudOff}>
            {countChanges(waiting)} on this phone. We'll send {waiting === 1 ? 'it' : 'them'} when you're back online.
          </Banner>
        )}
      </div>
      {changes.map(
        (change) =>
          change.problem !== null && (
            <Banner key={change.id} onDismiss={() => forget(change)}>
              <b>
                {change.name}, {describe(change)}, wasn't saved:
              </b>{' '}
              {change.problem}
            </Banner>
          ),
      )}
    </div>
  )
}

const STATES = { ARRIVED: 'arrived', NO_SHOW: 'no-show' }

function describe(change: WaitingChange): string {
  if ('checkIn' in change) return change.checkIn.state ? STATES[change.checkIn.state] : 'check-in undone'
  if ('reached' in change) return change.reached.isReached ? 'reached' : 'not reached'
  const { amount, method } = change.payment
  return `${formatCents(amount)} ${MANUAL_METHODS[method].how}`
}

export const countChanges = (waiting: number) => (waiting === 1 ? '1 unsent change' : `${waiting} unsent changes`)
