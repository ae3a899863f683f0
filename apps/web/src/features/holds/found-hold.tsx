import type { CurrentHold } from '@arcadia/contract/holds'
import { anglers } from '@arcadia/contract/riders'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { openHoldQuery } from './hold.queries.ts'
import { HoldCountdown } from './hold-countdown.tsx'

interface FoundHoldProps {
  hold: CurrentHold
  title?: ReactNode
  onExpire?: () => void
}

/** The clock of what this customer holds, wherever it was made; at its end the spots count as anybody's. */
export function FoundHold({ hold, title, onExpire }: FoundHoldProps) {
  const client = useQueryClient()
  function end() {
    client.setQueryData(openHoldQuery.queryKey, null)
    onExpire?.()
  }
  return <HoldCountdown hold={hold} title={title} text={anglers(hold.numberOfGuests)} onExpire={end} />
}
