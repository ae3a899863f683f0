import type { DashboardOverview } from '@arcadia/contract/admin/dashboard'
import { WAITING, WAITING_KINDS } from '@arcadia/contract/admin/waiting'
import { Link } from 'react-router'
import { Box } from '../../ui/box.tsx'

/** Everything waiting for the owner, each linking to its tab. */
export function WaitingPanel({ waiting }: Pick<DashboardOverview, 'waiting'>) {
  const open = WAITING_KINDS.filter((kind) => waiting[kind] > 0).map((kind) => ({ kind, ...WAITING[kind] }))
  return (
    <Box title="Needs a reply">
      {open.length === 0 ? (
        <p className="muted">You're all caught up.</p>
      ) : (
        <ul className="border-line border-t">
          {open.map(({ kind, one, many, at, status }) => (
            <li key={kind} className="group">
              <Link
                to={at.href({ status })}
                className="flex min-h-11 items-baseline gap-3 border-line border-b py-[0.55rem] text-ink leading-[1.35] no-underline hover:underline group-last:border-b-0 group-last:pb-0"
              >
                <b className="num min-w-[1.9rem] rounded-1 bg-(--redtail-600) px-[0.45rem] py-[0.12rem] text-center text-[#fff6ec] text-label">
                  {waiting[kind]}
                </b>{' '}
                {waiting[kind] === 1 ? one : many}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}
