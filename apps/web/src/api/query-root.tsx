import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import '../styles/features.css'
import { queryClient } from './query-client.ts'

/** Provides the query client; `lazyFeature` wraps every feature in it, so nothing else has to. */
export function QueryRoot({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
