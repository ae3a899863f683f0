import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

interface ViewRowProps {
  label: string
  views: readonly { to: string; label: string; isCurrent: boolean }[]
}

/** The views of a tab, side by side; on a phone the row is wider than the screen. */
export function ViewRow({ label, views }: ViewRowProps) {
  const nav = useRef<HTMLElement>(null)
  const current = views.find(({ isCurrent }) => isCurrent)?.to
  useEffect(() => {
    if (current) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={nav} className="views mb-5 flex gap-x-6 gap-y-1 overflow-x-auto border-line border-b" aria-label={label}>
      {views.map((view) => (
        <Link
          key={view.to}
          to={view.to}
          className="flex min-h-11 items-center border-transparent border-b-3 font-[560] text-ink-2 text-ui/[1.2] no-underline focus-visible:-outline-offset-3 aria-[current]:border-cta aria-[current]:font-[660] aria-[current]:text-ink"
          aria-current={view.isCurrent ? 'page' : undefined}
        >
          {view.label}
        </Link>
      ))}
    </nav>
  )
}
