import { formatCents } from '@arcadia/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { forget, sendChanges, useChanges, type WaitingChange } from './waiting-changes.ts'

/** How often to try again in a dead spot, where the browser does not say that there is a network. */
const RETRY_MS = 10_000

/** Sends what was tapped on a day sheet, from wherever in the portal, and says what waits and what came to nothing. */
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
            {countChanges(waiting)} for the network. {waiting === 1 ? 'It is' : 'They are'} kept on this phone and sent
            when it is back.
          </Banner>
        )}
      </div>
      {changes.map(
        (change) =>
          change.problem !== null && (
            <Banner key={change.id} onDismiss={() => forget(change)}>
              <b>
                {change.name}, {describe(change)}, was not saved:
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
  return `${formatCents(amount)} ${method === 'CASH' ? 'in cash' : 'by check'}`
}

export const countChanges = (waiting: number) => (waiting === 1 ? '1 change waits' : `${waiting} changes wait`)
