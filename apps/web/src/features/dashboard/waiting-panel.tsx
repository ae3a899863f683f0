import type { DashboardOverview } from '@arcadia/contract/dashboard'
import { Link } from 'react-router'

type Waiting = DashboardOverview['waiting']

/** Money first: it is what somebody waits for most. */
const KINDS: readonly { key: keyof Waiting; one: string; many: string; to: string }[] = [
  { key: 'failuresToReview', one: 'payment to review', many: 'payments to review', to: '?tab=refunds' },
  { key: 'failuresToRefund', one: 'payment to give back', many: 'payments to give back', to: '?tab=refunds' },
  { key: 'refundRequests', one: 'refund request', many: 'refund requests', to: '?tab=refunds' },
  { key: 'bookingQueries', one: 'booking query', many: 'booking queries', to: '?tab=booking-queries&status=new' },
  { key: 'enquiries', one: 'new enquiry', many: 'new enquiries', to: '?tab=enquiries&status=new' },
  { key: 'reviews', one: 'review to read', many: 'reviews to read', to: '?tab=booking-queries&view=reviews' },
]

/** What only the owner can answer, each with the way to its tab. */
export function WaitingPanel({ waiting }: { waiting: Waiting }) {
  const open = KINDS.filter(({ key }) => waiting[key] > 0)
  return (
    <section className="box next__waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title" className="box__h">
        Waiting for your answer
      </h2>
      {open.length === 0 ? (
        <p className="muted">Nothing waits for you.</p>
      ) : (
        <ul className="waits">
          {open.map(({ key, one, many, to }) => (
            <li key={key}>
              <Link to={{ search: to }}>
                <b className="num">{waiting[key]}</b> {waiting[key] === 1 ? one : many}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
