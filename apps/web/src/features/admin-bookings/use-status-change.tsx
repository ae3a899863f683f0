import { portal } from '@arcadia/contract/addresses'
import {
  getAdminBooking,
  listAdminBookings,
  patchBookingStatus,
  type StatusAnswer,
} from '@arcadia/contract/admin/bookings'
import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { TURNED_DOWN } from '@arcadia/contract/refunds'
import { formatFullDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/query-of.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { statusLabel } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { useTellOutcome } from '../bookings/use-tell-outcome.ts'
import { questionBefore, type StatusQuestion } from './admin-booking-status.rules.ts'
import { AdminCancelDialog } from './admin-cancel-dialog.tsx'

const REFUNDS = portal.refunds.href()

interface StatusInput {
  status: BookingStatus
  refund?: boolean
  /** False when undoing a slip: the customer never heard of it. */
  notify?: boolean
  /** Whether what was refunded is owed again, once the booking is confirmed. */
  stillOwes?: boolean
  /** Why it is canceled, for the guest to read. */
  reason?: string
}

interface Asked {
  question: StatusQuestion
  booking: AdminBooking
  to: BookingStatus
}

/** Changes a booking's status: asks first, offers Undo if nobody was emailed, confirms, and shows failures. */
export function useStatusChange() {
  const [asked, setAsked] = useState<Asked>()
  // The booking is canceled but its refund is not through.
  const [unfinished, setUnfinished] = useState<UnfinishedRefund>()
  const refundWords = useRefundWords(unfinished)
  const navigate = useNavigate()
  const tell = useTellOutcome()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const { change, error, dismissError } = useOptimisticChange<AdminBooking, StatusInput, StatusAnswer>({
    lists: [listAdminBookings, getAdminBooking],
    send: ({ id, status: from }, change) => call(patchBookingStatus, { params: { id }, body: { ...change, from } }),
    foresee: (booking, { status }) => ({ ...booking, status }),
    onDone(answer, { row, change: { notify } }) {
      const outcome = `${fullName(answer)}'s booking is now ${statusLabel(answer.status).toLowerCase()}.`
      const { refund } = answer
      const question = questionBefore(row, answer.status, today())
      if (refund && !refund.success && !isShown.current)
        // The owner has left this tab and would miss a banner here.
        toast(`${outcome} ${refund.message}`, { label: 'Open Refunds', onClick: () => navigate(REFUNDS) }, 'warn')
      else if (refund && !refund.success) setUnfinished({ answer, outcome, at: Date.now() })
      else if (notify === false) toast(outcome)
      else if (question === 'cancel' || question === 'confirm')
        tell(
          refund ? `${outcome} ${refund.message}` : outcome,
          answer,
          question === 'cancel' ? 'canceled' : 'booked',
          answer.refundedAmount - row.refundedAmount,
        )
      else toast(outcome, { label: 'Undo', onClick: () => change(answer, { status: row.status, notify: false }) })
    },
  })

  function start(booking: AdminBooking, input: StatusInput) {
    setAsked(undefined)
    setUnfinished(undefined)
    change(booking, input)
  }

  return {
    setStatus(booking: AdminBooking, to: BookingStatus) {
      const question = questionBefore(booking, to, today())
      if (question) setAsked({ question, booking, to })
      else start(booking, { status: to })
    },
    refusal: {
      message:
        error ??
        (refundWords && (
          <>
            {refundWords}{' '}
            <Link to={REFUNDS} className="link">
              Open Refunds
            </Link>
          </>
        )),
      onDismiss() {
        dismissError()
        setUnfinished(undefined)
      },
    },
    dialog: asked && (
      <StatusDialog
        {...asked}
        onAnswer={(more) => start(asked.booking, { status: asked.to, ...more })}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}

interface UnfinishedRefund {
  answer: StatusAnswer
  outcome: string
  at: number
}

/** What to say of a refund that was not through when its booking was canceled; nothing once it is. */
function useRefundWords(unfinished: UnfinishedRefund | undefined): string | undefined {
  const { data: now, dataUpdatedAt } = useQuery({
    ...queryOf(getAdminBooking, { params: { id: unfinished?.answer.id ?? 0 } }),
    enabled: unfinished !== undefined,
  })
  if (!unfinished) return undefined
  const { answer, outcome, at } = unfinished
  const isKnown = now?.id === answer.id && dataUpdatedAt > at
  const refund = isKnown ? now.refunds.at(-1) : undefined
  if (refund?.status === 'DONE') return undefined
  const wasOpen = answer.refundableAmount < (now?.refundableAmount ?? 0)
  return `${outcome} ${isKnown && wasOpen ? TURNED_DOWN : answer.refund!.message}`
}

interface StatusDialogProps extends Asked {
  onAnswer: (more: Pick<StatusInput, 'refund' | 'stillOwes' | 'reason'>) => void
  onClose: () => void
}

function StatusDialog({ question, booking, onAnswer, onClose }: StatusDialogProps) {
  const [stillOwes, setStillOwes] = useState(true)
  const { refundInQuestion } = booking
  if (question === 'cancel')
    return (
      <AdminCancelDialog
        booking={booking}
        onCancel={(refund, reason) => onAnswer({ ...(refund && { refund }), ...(reason && { reason }) })}
        onClose={onClose}
      />
    )
  const { firstName, lastName, selectedDate, email } = booking
  const trip = (
    <>
      <b>{fullName({ firstName, lastName })}</b>'s trip on {formatFullDate(selectedDate)}
    </>
  )
  if (question === 'confirm')
    return (
      <ConfirmDialog
        title="Confirm booking"
        confirmLabel={email ? `Confirm and email ${firstName}` : 'Confirm'}
        onConfirm={() => onAnswer(refundInQuestion > 0 ? { stillOwes } : {})}
        onClose={onClose}
      >
        <p className="wrap-anywhere">
          This confirms {trip}
          {email && ` and emails ${firstName} at ${email} that the date is booked`}.
        </p>
        {refundInQuestion > 0 && (
          <CheckField
            label={`${firstName} still owes the ${formatCents(refundInQuestion)} that was refunded`}
            checked={stillOwes}
            onChange={({ target }) => setStillOwes(target.checked)}
          />
        )}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title="Trip hasn't happened yet"
      confirmLabel="Mark as completed"
      onConfirm={() => onAnswer({})}
      onClose={onClose}
    >
      <p>You're about to mark {trip} as completed, but that day hasn't come yet. No email is sent.</p>
    </ConfirmDialog>
  )
}

const today = () => venueDate(serverNow())
