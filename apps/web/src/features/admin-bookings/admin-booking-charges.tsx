import {
  type AdminBookingDetails,
  type BookingCharge,
  type BookingRefund,
  CHARGE_WORDS,
  REFUND_KINDS,
} from '@arcadia/contract/admin/bookings'
import { formatCents, neverTaken } from '@arcadia/contract/money'
import { TRY_AGAIN, TURNED_DOWN } from '@arcadia/contract/refunds'
import { formatPortalMoment } from '../../ui/moment.ts'
import { Money } from '../../ui/money.tsx'
import { FoldedSection, PanelList } from '../../ui/side-panel.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { AdminBookingForgiven } from './admin-booking-forgiven.tsx'
import { AdminBookingRefund } from './admin-booking-refund.tsx'
import { AdminManualPayments } from './admin-manual-payments.tsx'

/** The price, payments by card and by hand, and refunds. */
export function AdminBookingCharges({ booking }: { booking: AdminBookingDetails }) {
  const { totalAmount, depositAmount, paidAmount, voucherAmount, cashAmount, refundedAmount, charges, refunds } =
    booking
  const refunded = refundedAmount > 0 ? `, ${formatCents(refundedAmount)} refunded` : ''
  const aside = `${formatCents(paidAmount)} of ${formatCents(totalAmount)} paid${refunded}`
  return (
    <FoldedSection title="Money" aside={aside}>
      <SummaryList
        rows={[
          { label: 'Total', value: <Money cents={totalAmount} /> },
          { label: 'Deposit', value: <Money cents={depositAmount} /> },
          { label: 'Paid', value: <Money cents={paidAmount} /> },
          voucherAmount > 0 && { label: 'Gift vouchers', value: <Money cents={voucherAmount} /> },
          cashAmount > 0 && { label: 'Paid by hand', value: <Money cents={cashAmount} /> },
          booking.canceledAmount > 0 && { label: 'Canceled charge', value: neverTaken(booking.canceledAmount) },
          refundedAmount > 0 && { label: 'Refunded', value: <Money cents={refundedAmount} /> },
        ]}
      />
      <h4 className="mt-4 mb-1 small text-ink-2">Card payments</h4>
      <PanelList rows={charges} empty="No card payments.">
        {(charge) => <ChargeLine key={charge.id} charge={charge} />}
      </PanelList>
      {refunds.length > 0 && (
        <>
          <h4 className="mt-4 mb-1 small text-ink-2">Refunds</h4>
          <PanelList rows={refunds}>
            {(refund) => <RefundLine key={refund.id} refund={refund} isNewest={refund === refunds.at(-1)} />}
          </PanelList>
        </>
      )}
      <AdminManualPayments booking={booking} />
      <AdminBookingForgiven booking={booking} />
      <AdminBookingRefund booking={booking} />
    </FoldedSection>
  )
}

const CHARGE_LOOKS = {
  PROCESSING: 'PENDING',
  NEEDS_REVIEW: 'NEW',
  CAPTURED: 'CONFIRMED',
  DECLINED: 'SPAM',
  NOT_CHARGED: 'CANCELLED',
  VOIDED: 'CANCELLED',
} as const

function ChargeLine({ charge }: { charge: BookingCharge }) {
  const { amount, startedAt, status, message, chargeId, cardBrand, last4, refundedAmount } = charge
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <b>
          <Money cents={amount} />
        </b>
        {last4 && `, ${cardBrand ?? 'card'} ending in ${last4}`}
        {refundedAmount > 0 && (
          <span className="block small">
            <Money cents={refundedAmount} /> refunded
          </span>
        )}
        <span className="block small text-ink-2">{formatPortalMoment(startedAt)}</span>
        {chargeId && <ProviderId name="Charge" id={chargeId} />}
        {message && <span className="block small text-ink-2">{message}</span>}
      </span>
      <StatusTag status={CHARGE_LOOKS[status]} label={CHARGE_WORDS[status]} />
    </li>
  )
}

const REFUND_LOOKS = {
  PROCESSING: { status: 'PENDING', label: 'Being confirmed' },
  DONE: { status: 'CONFIRMED', label: 'Refunded' },
  PARTIAL: { status: 'NEW', label: 'Partly refunded' },
  FAILED: { status: 'NEW', label: 'Failed' },
} as const

function RefundLine({ refund, isNewest }: { refund: BookingRefund; isNewest: boolean }) {
  const { kind, isNeverTaken, orderedAt, orderedBy, description, status, parts } = refund
  const cents = parts.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <b>
          <Money cents={cents} />
        </b>
        {kind !== 'REFUND' && <span className="block small">{REFUND_KINDS[kind]}</span>}
        <span className="block small text-ink-2">
          {formatPortalMoment(orderedAt)}, {orderedBy}
        </span>
        {description && <span className="block small text-ink-2">{description}</span>}
        {(status === 'FAILED' || status === 'PARTIAL') && (
          <span className="block small">
            {TURNED_DOWN} {isNewest && TRY_AGAIN}
          </span>
        )}
        {parts.map((part) => (
          <span key={part.requestId} className="block small text-ink-2">
            {parts.length > 1 && (
              <>
                <Money cents={part.amount} /> {PART_WORDS[part.status]}{' '}
              </>
            )}
            {part.refundId && <ProviderId name="Refund" id={part.refundId} />}
            {part.problem && <span className="block">{part.problem}</span>}
          </span>
        ))}
      </span>
      <StatusTag {...REFUND_LOOKS[status]} {...(status === 'DONE' && isNeverTaken && { label: 'Canceled' })} />
    </li>
  )
}

const PART_WORDS = { PROCESSING: 'being confirmed', REFUNDED: 'refunded', REFUSED: 'refused' }

/** Shortened; the title has the whole id, and the ends are enough to find it at the provider. */
function ProviderId({ name, id }: { name: string; id: string }) {
  return (
    <span className="block small num text-ink-2" title={id}>
      {name} {id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id}
    </span>
  )
}
