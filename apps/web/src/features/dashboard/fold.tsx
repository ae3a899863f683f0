import type { ReactNode } from 'react'
import { useMedia } from '../../ui/use-media.ts'

export const useIsPhone = () => useMedia('(max-width: 600px)')

/** One line until it is tapped, for what is seldom needed on a phone. */
export function Fold({ summary, className, children }: { summary: string; className?: string; children: ReactNode }) {
  return (
    <details className={className}>
      <summary className="num min-h-11 content-center px-1">{summary}</summary>
      {children}
    </details>
  )
}

/** What isn't for today: one line on a phone. */
export const FoldOnPhone = ({ summary, children }: { summary: string; children: ReactNode }) =>
  useIsPhone() ? <Fold summary={summary}>{children}</Fold> : children
