import { streamMyNews } from '@arcadia/contract/bookings'
import { getCurrentHold } from '@arcadia/contract/holds'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useNews } from '../../news/private-news.ts'
import { useSession } from '../../session/session.tsx'
import { type LeftOpen, readLeftOpen } from '../holds/hold.queries.ts'
import type { WizardEvent } from './booking-wizard.ts'
import { isPaying, type Wizard } from './wizard-state.ts'

/** Finds a hold left open, and learns at once when the hold on the screen ends or is paid elsewhere, in another tab or by a phone booking, and what its customer holds and books after that (docs/rules.md §2.17). */
export function useHoldFollowing(wizard: Wizard, dispatch: Dispatch<WizardEvent>) {
  const { session } = useSession()
  const holdId = isPaying(wizard) ? undefined : (wizard.hold ?? wizard.lost)?.holdId
  useNews(streamMyNews, { session: holdId ? session : null })
  const { data: current } = useQuery({
    ...queryOf(getCurrentHold, { query: { holdId } }),
    enabled: holdId !== undefined && session !== null,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (holdId && current) dispatch({ type: 'hold-heard-of', holdId, current })
  }, [holdId, current, dispatch])

  const lookForOpenHold = useEffectEvent(async (signal: AbortSignal) => {
    if (!session || wizard.payment === 'confirming') return
    const found = await call(getCurrentHold, { query: {} }, { as: session, signal }).then(
      readLeftOpen,
      (): LeftOpen => ({ kind: 'nothing' }),
    )
    if (!signal.aborted) dispatch({ type: 'left-open-found', found })
  })
  useEffect(() => {
    const stopping = new AbortController()
    void lookForOpenHold(stopping.signal)
    return () => stopping.abort()
  }, [])
}
