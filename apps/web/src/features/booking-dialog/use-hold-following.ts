import { streamMyNews } from '@arcadia/contract/bookings'
import { getCurrentHold } from '@arcadia/contract/holds'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { useNews } from '../../news/private-news.ts'
import { useSession } from '../../session/session.tsx'
import type { WizardEvent } from './booking-wizard.ts'
import type { Wizard } from './wizard-state.ts'

/** Learns at once when the hold on the screen ends or is paid elsewhere: in another tab, or by a phone booking (docs/rules.md §2.17). */
export function useHoldFollowing({ hold, payment }: Wizard, dispatch: Dispatch<WizardEvent>) {
  const { session } = useSession()
  const holdId = payment === 'ready' ? hold?.holdId : undefined
  useNews(streamMyNews, { session: holdId ? session : null })
  const { data: current } = useQuery({
    ...queryOf(getCurrentHold, { query: { holdId } }),
    enabled: holdId !== undefined && session !== null,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (holdId && current) dispatch({ type: 'hold-heard-of', holdId, current })
  }, [holdId, current, dispatch])
}
