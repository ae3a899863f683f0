import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import '../styles/features.css'
import { queryClient } from './query-client.ts'

/** Gives queries to what is below; `lazyFeature` puts it around every feature, so nobody else has to. */
export function QueryRoot({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
