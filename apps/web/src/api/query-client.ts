import { MutationCache, QueryClient } from '@tanstack/react-query'
import { onPersonChange } from '../session/session.tsx'
import { ApiError } from './call.ts'

/** Trying again helps when nothing or a passing fault came back; a refusal stays one. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 500,
        throwOnError: false,
      },
    },
    mutationCache: new MutationCache({
      onSettled: () => {
        // A change may show anywhere. The last of several reads for all: earlier the others would still look as before.
        if (client.isMutating() > 1) return
        for (const audience of ['customer', 'admin']) void client.invalidateQueries({ queryKey: [audience] })
      },
    }),
  })
  return client
}

export const queryClient = createQueryClient()

// What was read as somebody is not shown to the next.
onPersonChange((name) => queryClient.removeQueries({ queryKey: [name] }))
