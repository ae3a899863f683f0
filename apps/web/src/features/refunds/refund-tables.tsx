import type { PaymentIssue, RefundRequest } from '@arcadia/contract/refunds'
import { formatDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { type Column, DataTable } from '../../list/data-table.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { approveRequest, declineRequest, type RefundAct, refundIssue, verdictsOn } from './refund-acts.ts'

interface TableProps {
  busy: boolean
  onAct: (act: RefundAct) => void
}

export function IssuesTable({ issues, busy, onAct }: TableProps & { issues: readonly PaymentIssue[] | undefined }) {
  const columns: readonly Column<PaymentIssue>[] = [
    { head: 'Guest', cell: (issue) => <Guest {...issue} /> },
    { head: 'Trip', cell: ({ bookingDate }) => bookingDate && <span className="num">{formatDate(bookingDate)}</span> },
    {
      head: 'Reason',
      cell: ({ reason, message, whyNotRefund }) => (
        <div className="whitespace-normal min-w-40">
          {reason}
          <br />
          <span className="small muted">{message}</span>
          <OnlyOwner why={whyNotRefund} />
        </div>
      ),
    },
    { head: 'Amount', cell: ({ amount }) => <Money cents={amount} />, isNumber: true, inBlock: 'labelled' },
    {
      head: 'Payment',
      cell: ({ paymentId }) => <span className="num wrap-anywhere">{paymentId ?? 'Not known'}</span>,
      inBlock: 'labelled',
    },
    {
      head: 'Action',
      cell: (issue) => (
        <span className="flex gap-2 max-[700px]:mt-[0.6rem] max-[700px]:flex-wrap">
          {issue.kind === 'REFUNDABLE' && (
            <Button
              size="sm"
              disabled={busy || !issue.needsRefund || Boolean(issue.whyNotRefund)}
              aria-label={`Refund ${issue.customer}`}
              onClick={() => onAct(refundIssue(issue))}
            >
              Refund
            </Button>
          )}
          {verdictsOn(issue).map(([label, act]) => (
            <Button
              key={label}
              size="sm"
              disabled={busy}
              aria-label={`${label}: ${issue.customer}`}
              onClick={() => onAct(act)}
            >
              {label}
            </Button>
          ))}
        </span>
      ),
    },
  ]
  return (
    <DataTable
      caption="Payments to settle"
      columns={columns}
      rows={issues}
      empty={<EmptyState title="No refund items pending." />}
    />
  )
}

export function RequestsTable({
  requests,
  busy,
  onAct,
}: TableProps & { requests: readonly RefundRequest[] | undefined }) {
  const columns: readonly Column<RefundRequest>[] = [
    { head: 'Guest', cell: (request) => <Guest {...request} /> },
    { head: 'Trip', cell: ({ selectedDate }) => <span className="num">{formatDate(selectedDate)}</span> },
    {
      head: 'Message',
      cell: ({ description, refusedAt, whyNotRefund }) => (
        <div className="whitespace-pre-line wrap-anywhere min-w-40">
          {description ?? <span className="muted">No message</span>}
          {refusedAt && (
            <p className="small mt-1">
              <b>The provider refused the refund.</b> Approve it again, or decline.
            </p>
          )}
          <OnlyOwner why={whyNotRefund} />
        </div>
      ),
    },
    {
      head: 'Asked for',
      cell: ({ amount, refundable }) => <Money cents={amount ?? refundable} />,
      isNumber: true,
      inBlock: 'labelled',
    },
    {
      head: 'Answer',
      cell: (request) => (
        <span className="flex gap-2 max-[700px]:mt-[0.6rem] max-[700px]:flex-wrap">
          <Button
            size="sm"
            disabled={busy || request.refundable === 0 || request.whyNotRefund !== null}
            aria-label={`Approve the request of ${request.customer}`}
            onClick={() => onAct(approveRequest(request))}
          >
            Approve
          </Button>
          <Button
            size="sm"
            disabled={busy}
            aria-label={`Decline the request of ${request.customer}`}
            onClick={() => onAct(declineRequest(request))}
          >
            Decline
          </Button>
        </span>
      ),
    },
  ]
  return (
    <DataTable
      caption="Customers' requests"
      columns={columns}
      rows={requests}
      empty={<EmptyState title="No requests to answer" />}
    />
  )
}

/** Why the button beside it cannot be pressed. */
const OnlyOwner = ({ why }: { why: string | null | undefined }) => why && <p className="small mt-1 text-ink-2">{why}</p>

function Guest({
  customer,
  email,
  bookingId,
  confirmationNumber,
}: Pick<PaymentIssue, 'customer' | 'email' | 'bookingId' | 'confirmationNumber'>) {
  return (
    <div className="whitespace-normal wrap-anywhere min-w-36">
      <b>{customer}</b>
      <br />
      {bookingId ? (
        <Link to={{ search: `?tab=bookings&id=${bookingId}` }} className="small num text-ink-2">
          {confirmationNumber}
        </Link>
      ) : (
        <span className="small muted">{email ?? 'No email'}</span>
      )}
    </div>
  )
}
