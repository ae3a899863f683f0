import type { DashboardOverview } from '@arcadia/contract/admin/dashboard'
import { WAITING, WAITING_KINDS } from '@arcadia/contract/admin/waiting'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Box } from '../../ui/box.tsx'

/** Everything waiting for the owner: whom the oldest are from and how they begin, and how many more there are. */
export function WaitingPanel({ waiting, waitingLongest }: Pick<DashboardOverview, 'waiting' | 'waitingLongest'>) {
  const open = WAITING_KINDS.filter((kind) => waiting[kind] > 0).map((kind) => {
    const longest = waitingLongest.filter((one) => one.kind === kind)
    // "1 more" would be as tall as its name.
    const named = longest.length < waiting[kind] ? longest.slice(0, 3) : longest
    return { kind, named, more: waiting[kind] - named.length, ...WAITING[kind] }
  })
  return (
    <Box title="Needs a reply">
      {open.length === 0 ? (
        <p className="muted">You're all caught up.</p>
      ) : (
        <ul className="border-line border-t">
          {open.map(({ kind, named, more, one, many, at, status, opens }) => [
            ...named.map(({ id, name, line }) => (
              <Row key={`${kind} ${id}`} to={at.href({ status, ...(opens && { id }) })}>
                <span className="min-w-0">
                  <b>{name || 'A guest'}</b>, {one}
                  {line && <span className="line-clamp-1 wrap-anywhere text-ink-2 text-small">{line}</span>}
                </span>
              </Row>
            )),
            more > 0 && (
              <Row key={kind} to={at.href({ status })}>
                <span>
                  <b className="num">
                    {more}
                    {named.length > 0 && ' more'}
                  </b>{' '}
                  {more === 1 ? one : many}
                </span>
              </Row>
            ),
          ])}
        </ul>
      )}
    </Box>
  )
}

function Row({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li className="group">
      <Link
        to={to}
        className="flex min-h-11 items-baseline gap-3 border-line border-b py-[0.55rem] text-ink leading-[1.35] no-underline hover:underline group-last:border-b-0 group-last:pb-0"
      >
        {children}
      </Link>
    </li>
  )
}
