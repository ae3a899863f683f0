import type { NewManualPayment } from '@arcadia/contract/admin/manual-payments'
import { makePayLink } from '@arcadia/contract/balance-links'
import { fullName } from '@arcadia/contract/full-name'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { isPaidByCard } from '@arcadia/contract/site/business-words'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { RecordPaymentDialog } from '../admin-bookings/record-payment-dialog.tsx'
import { PayLinkToSend } from '../phone-bookings/pay-link-to-send.tsx'
import type { Party } from './waiting-changes.ts'

interface TakeDialogProps {
  /** As it was when the dialog opened. */
  party: Party
  isToday: boolean
  /** What is still owed, once something was paid meanwhile, perhaps by the link. */
  owed: Cents
  onTaken: (payment: NewManualPayment) => void
  onClose: () => void
}

/** Takes what a group owes at the ramp: by hand, or by card with a link that they scan or get as a text. */
export function TakeDialog({ party, isToday, owed, onTaken, onClose }: TakeDialogProps) {
  const { business } = useSiteData()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(makePayLink, { params: { id: party.id }, body: {} }),
  })
  const paid = party.pendingAmount - owed
  const byCard = { make: () => mutate(), isBusy: isPending, error: error?.message }
  if (!data)
    return (
      <RecordPaymentDialog
        booking={party}
        byCard={isToday && isPaidByCard(business) ? byCard : undefined}
        onTaken={onTaken}
        onClose={onClose}
      />
    )
  return (
    <Dialog title="Pay link" onClose={onClose} closesOutside={false}>
      <DialogEnd
        way={
          <Button variant="cta" onClick={onClose}>
            Done
          </Button>
        }
      >
        {paid > 0 && (
          <FormAnswer>
            {party.firstName} has paid {formatCents(paid)}.{' '}
            {owed === 0 ? 'Nothing is left to pay.' : `${formatCents(owed)} left.`}
          </FormAnswer>
        )}
        {owed > 0 && (
          <>
            <p className="wrap-anywhere">
              <b className="num text-[1.25rem]/[1.3]">{formatCents(owed)}</b> from {fullName(party)}
            </p>
            <PayLinkToSend
              booking={{ ...party, pendingAmount: owed, depositUntil: data.depositUntil }}
              link={data.link}
              showsQr
            />
          </>
        )}
      </DialogEnd>
    </Dialog>
  )
}
