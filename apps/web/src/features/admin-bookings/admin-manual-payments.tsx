import type { AdminBooking } from '@arcadia/contract/bookings'
import { listManualPayments, type ManualPayment } from '@arcadia/contract/manual-payments'
import { formatDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'
import { TakeBackPaymentDialog } from './take-back-payment-dialog.tsx'

/** What was paid in cash or by check, and the way to write it down: a section of the booking's side panel. */
export function AdminManualPayments({ booking }: { booking: AdminBooking }) {
  const { id } = booking
  const { data, error, refetch } = useQuery(queryOf(listManualPayments, { params: { id } }))
  const [recording, setRecording] = useState<AdminBooking>()
  const [takingBack, setTakingBack] = useState<ManualPayment>()
  const whyNot = whyNotRecord(booking)
  return (
    <section className="panel__s" aria-labelledby="manual-payments">
      <h3 id="manual-payments">Cash and checks</h3>
      {error && <TryAgainBanner error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-12 w-full" />}
      {data?.length === 0 && <p className="muted">Nothing was paid by hand.</p>}
      {data && data.length > 0 && (
        <ul className="panel-list">
          {data.map((payment) => (
            <PaymentLine key={payment.id} payment={payment} onTakeBack={() => setTakingBack(payment)} />
          ))}
        </ul>
      )}
      <div className="mt-4 grid justify-items-start gap-2">
        <Button disabled={whyNot !== undefined} onClick={() => setRecording(booking)}>
          Record a payment
        </Button>
        {whyNot && <p className="small text-ink-2">{whyNot}</p>}
      </div>
      {recording && <RecordPaymentDialog booking={recording} onClose={() => setRecording(undefined)} />}
      {takingBack && <TakeBackPaymentDialog payment={takingBack} onClose={() => setTakingBack(undefined)} />}
    </section>
  )
}

function whyNotRecord({ status, pendingAmount }: AdminBooking): string | undefined {
  if (status === 'CANCELLED') return 'The booking is cancelled: nothing is owed.'
  if (status === 'PENDING') return 'The booking is not confirmed yet.'
  return pendingAmount === 0 ? 'Nothing is owed any more.' : undefined
}

function PaymentLine({ payment, onTakeBack }: { payment: ManualPayment; onTakeBack: () => void }) {
  const { amount, method, note, createdAt, recordedBy, takenBack } = payment
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <b>
          <Money cents={amount} />
        </b>
        , {METHODS[method].toLowerCase()}
        <span className="block small text-ink-2">
          {at(createdAt)}, {recordedBy}
        </span>
        {note && <span className="block small text-ink-2">{note}</span>}
        {takenBack && (
          <span className="block small text-ink-2">
            Taken back {at(takenBack.at)}, {takenBack.by}
            {takenBack.reason && `: ${takenBack.reason}`}
          </span>
        )}
      </span>
      {takenBack ? (
        <StatusTag status="CANCELLED" label="Taken back" />
      ) : (
        <Button variant="text" size="sm" className="flex-none" onClick={onTakeBack}>
          Take back
        </Button>
      )}
    </li>
  )
}

const METHODS = { CASH: 'Cash', CHECK: 'Check' }

const at = (instant: Date) => `${formatDate(venueDate(instant))}, ${formatVenueTime(instant)}`
