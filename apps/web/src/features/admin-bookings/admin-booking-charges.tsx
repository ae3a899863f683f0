import { portal } from '@arcadia/contract/addresses'
import {
  type AdminBookingDetails,
  type BookingCharge,
  type BookingRefund,
  CHARGE_WORDS,
  REFUND_KINDS,
} from '@arcadia/contract/admin/bookings'
import { winChargeback } from '@arcadia/contract/admin/chargebacks'
import { formatCents, neverTaken } from '@arcadia/contract/money'
import { partInWords } from '@arcadia/contract/receipts'
import { TRY_AGAIN, TURNED_DOWN } from '@arcadia/contract/refunds'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { Money } from '../../ui/money.tsx'
import { FoldedSection, PanelList } from '../../ui/side-panel.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { WonBack } from '../refunds/chargeback-dialog.tsx'
import { AdminBookingForgiven } from './admin-booking-forgiven.tsx'
import { wasTakenBack } from './admin-booking-refund.rules.ts'
import { AdminBookingRefund } from './admin-booking-refund.tsx'
import { AdminManualPayments } from './admin-manual-payments.tsx'
import { ChargeTakenBackDialog } from './charge-taken-back-dialog.tsx'

/** The price, payments by card and by hand, and refunds. */
export function AdminBookingCharges({ booking }: { booking: AdminBookingDetails }) {
  const { totalAmount, depositAmount, paidAmount, voucherAmount, cashAmount, chargedBackAmount, charges, refunds } =
    booking
  const may = useMay()
  const givenBack = refundedByUs(booking)
  const refunded = givenBack > 0 ? `, ${formatCents(givenBack)} refunded` : ''
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
          givenBack > 0 && { label: 'Refunded', value: <Money cents={givenBack} /> },
          chargedBackAmount > 0 && { label: REFUND_KINDS.CHARGED_BACK, value: <Money cents={chargedBackAmount} /> },
        ]}
      />
      {paidAmount > 0 && may('office') && (
        <Link to={portal.receipts.href(booking)} className="link mt-2 inline-flex min-h-11 items-center">
          Receipts and statement
        </Link>
      )}
      <h4 className="mt-4 mb-1 small text-ink-2">Card payments</h4>
      <PanelList rows={charges} empty="No card payments.">
        {(charge) => <ChargeLine key={charge.id} booking={booking} charge={charge} />}
      </PanelList>
      {refunds.length > 0 && (
        <>
          <h4 className="mt-4 mb-1 small text-ink-2">Refunds</h4>
          <PanelList rows={refunds}>
            {(refund) => (
              <RefundLine key={refund.id} bookingId={booking.id} refund={refund} isNewest={refund === refunds.at(-1)} />
            )}
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

function ChargeLine({ booking, charge }: { booking: AdminBookingDetails; charge: BookingCharge }) {
  const may = useMay()
  const [isTakenBack, setTakenBack] = useState(false)
  const isLost = wasTakenBack(booking.refunds, charge)
  const canBeTaken = !isLost && charge.status === 'CAPTURED' && charge.refundedAmount < charge.amount
  const { amount, startedAt, status, message, chargeId, cardBrand, last4, refundedAmount, isAngler, share } = charge
  const isOpen = status === 'PROCESSING' || status === 'NEEDS_REVIEW'
  const part = partInWords({ isAngler, share: share?.name ?? null })
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <b>
          <Money cents={amount} />
        </b>
        {last4 && `, ${cardBrand ?? 'card'} ending in ${last4}`}
        {part && (
          <span className="block small">
            {part}
            {isAngler && isOpen && ', whose spot is kept'}
          </span>
        )}
        {refundedAmount > 0 && (
          <span className="block small">
            <Money cents={refundedAmount} /> {isLost ? 'taken back by the bank' : 'refunded'}
          </span>
        )}
        <span className="block small text-ink-2">{formatPortalMoment(startedAt)}</span>
        {chargeId && <ProviderId name="Charge" id={chargeId} />}
        {message && <span className="block small text-ink-2">{message}</span>}
        {canBeTaken && may('owner') && (
          <Button variant="text" size="sm" className="px-0" onClick={() => setTakenBack(true)}>
            The bank took it back
          </Button>
        )}
      </span>
      <StatusTag status={CHARGE_LOOKS[status]} label={CHARGE_WORDS[status]} />
      {isTakenBack && <ChargeTakenBackDialog booking={booking} charge={charge} onClose={() => setTakenBack(false)} />}
    </li>
  )
}

const REFUND_LOOKS = {
  PROCESSING: { status: 'PENDING', label: 'Being confirmed' },
  DONE: { status: 'CONFIRMED', label: 'Refunded' },
  PARTIAL: { status: 'NEW', label: 'Partly refunded' },
  FAILED: { status: 'NEW', label: 'Failed' },
  TAKEN_BACK: { status: 'CANCELLED', label: 'Taken back' },
  WON_BACK: { status: 'CONFIRMED', label: 'Won back' },
} as const

interface RefundLineProps {
  bookingId: number
  refund: BookingRefund
  isNewest: boolean
}

function RefundLine({ bookingId, refund, isNewest }: RefundLineProps) {
  const may = useMay()
  const isTakenBack = refund.kind === 'CHARGED_BACK'
  const isWon = refund.parts.some((part) => part.status === 'WON_BACK')
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
        {isTakenBack && !isWon && may('owner') && (
          <WonBack record={() => call(winChargeback, { params: { id: bookingId, orderId: refund.id } })} />
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
      <StatusTag
        {...REFUND_LOOKS[isWon ? 'WON_BACK' : isTakenBack ? 'TAKEN_BACK' : status]}
        {...(status === 'DONE' && isNeverTaken && { label: 'Canceled' })}
      />
    </li>
  )
}

const PART_WORDS = { PROCESSING: 'being confirmed', REFUNDED: 'refunded', REFUSED: 'refused', WON_BACK: 'won back' }

/** Shortened; the title has the whole id, and the ends are enough to find it at the provider. */
function ProviderId({ name, id }: { name: string; id: string }) {
  return (
    <span className="block small num text-ink-2" title={id}>
      {name} {id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id}
    </span>
  )
}
