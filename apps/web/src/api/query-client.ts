import { MutationCache, QueryClient } from '@tanstack/react-query'
import { onPersonChange } from '../session/session.tsx'
import { ApiError } from './call.ts'

/** Trying again helps when nothing or a passing fault came back; a refusal stays one. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** A change counts as done once what it left behind is shown, unless that takes longer. */
const RELOAD_WITHIN_MS = 2000

export function createQueryClient(): QueryClient {
  let changesUnderWay = 0
  const client = new QueryClient({
    defaultOptions: {
      // Without a connection a call fails in words; it is not kept back, to be sent once nobody expects it any more.
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
        // A change may show anywhere, so the last of several changes reloads everything; earlier the others would still
        // look unchanged.
        if (changesUnderWay > 0) return
        const reloads = ['customer', 'admin'].map((audience) => client.invalidateQueries({ queryKey: [audience] }))
        await Promise.race([Promise.all(reloads), new Promise((resolve) => setTimeout(resolve, RELOAD_WITHIN_MS))])
      },
    }),
  })
  return client
}

export const queryClient = createQueryClient()

// What was read as somebody is not shown to the next.
onPersonChange((name) => queryClient.removeQueries({ queryKey: [name] }))
