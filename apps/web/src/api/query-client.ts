import { MutationCache, QueryClient } from '@tanstack/react-query'
import { onPersonChange } from '../session/session.tsx'
import { ApiError } from './call.ts'

/** Retry only when there was no answer or a temporary failure; a refusal stays one. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** A change stays busy until its results are reloaded, at most this long. */
const RELOAD_WITHIN_MS = 2000

export function createQueryClient(): QueryClient {
  let changesUnderWay = 0
  const client = new QueryClient({
    defaultOptions: {
      // Offline calls fail with a message; queueing them would send them when nobody expects it.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 500,
        throwOnError: false,
      },
    },
    mutationCache: new MutationCache({
      onMutate: () => {
        changesUnderWay += 1
      },
      onSettled: async () => {
        changesUnderWay -= 1
        // A change may show anywhere, so the last of several changes reloads everything; earlier reloads would miss the
        // others.
        if (changesUnderWay > 0) return
        const reloads = ['customer', 'admin'].map((audience) => client.invalidateQueries({ queryKey: [audience] }))
        await Promise.race([Promise.all(reloads), new Promise((resolve) => setTimeout(resolve, RELOAD_WITHIN_MS))])
      },
    }),
  })
  return client
}

export const queryClient = createQueryClient()

// Never show one person's data to the next.
onPersonChange((name) => queryClient.removeQueries({ queryKey: [name] }))
