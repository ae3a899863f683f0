import type { CurrentHold } from '@arcadia/contract/holds'
import { anglers } from '@arcadia/contract/riders'
import { useQueryClient } from '@tanstack/react-query'
import { openHoldQuery } from './hold.queries.ts'
import { HoldCountdown } from './hold-countdown.tsx'

interface FoundHoldProps {
  hold: CurrentHold
  onExpire?: () => void
}

/** The clock of what this customer holds, wherever it was made; at its end the spots count as anybody's. */
export function FoundHold({ hold, onExpire }: FoundHoldProps) {
  const client = useQueryClient()
  function end() {
    client.setQueryData(openHoldQuery.queryKey, null)
    onExpire?.()
  }
  return <HoldCountdown hold={hold} text={anglers(hold.numberOfGuests)} onExpire={end} />
}
