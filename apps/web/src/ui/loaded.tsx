import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { TryAgainBanner } from './try-again-banner.tsx'

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** How high it will be about, as a class. */
  height: string
  /** Of the banner, and of what keeps the place. */
  className?: string
  /** What was read before stays without a word when it cannot be read again. */
  isQuiet?: boolean
  children: (data: Data) => ReactNode
}

/** What a query has read; until then its place is kept, and a failure is told with a way to try again. */
export function Loaded<Data>({ query, height, className, isQuiet = false, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  return (
    <>
      {error && !(isQuiet && data) && (
        <TryAgainBanner {...(className && { className })} error={error} onRetry={() => void refetch()} />
      )}
      {data ? children(data) : !error && <Skeleton className={classNames(height, 'w-full', className)} />}
    </>
  )
}
