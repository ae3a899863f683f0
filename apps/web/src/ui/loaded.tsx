import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { TryAgainBanner } from './try-again-banner.tsx'

/** What is shown of a query. */
export interface Loading<Data> {
  data: Data | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: Loading<Data>
  /** Its approximate height, as a class. */
  height: string
  /** For the banner and the placeholder. */
  className?: string
  /** Keeps showing loaded data without an error if a reload fails. */
  isQuiet?: boolean
  children: (data: Data) => ReactNode
}

/** Shows a query's data, with a placeholder until then, or the error with a way to retry. */
export function Loaded<Data>({ query, height, className, isQuiet = false, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  return (
    <>
      {error && !(isQuiet && data) && (
        <TryAgainBanner {...(className && { className })} error={error} onRetry={() => void refetch()} />
      )}
      {data ? children(data) : !error && <Skeleton className={classNames(height, className)} />}
    </>
  )
}
