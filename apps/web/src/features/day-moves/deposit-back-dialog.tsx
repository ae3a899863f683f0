import type { Booking } from '@arcadia/contract/bookings'
import { callUs } from '@arcadia/contract/site/contact-words'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { splitBack } from '@arcadia/contract/split-kept'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { AnswerDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { useOtherMornings } from '../availability/other-mornings.ts'
import { depositBackLabel } from './deposit-back-label.ts'

interface DepositBackDialogProps {
  booking: Pick<Booking, 'selectedDate' | 'status' | 'numberOfGuests' | 'privateMorning'> &
    Parameters<typeof splitBack>[0]
  /** Cancels and refunds; a repeat gets the first answer. */
  refund: () => Promise<{ success: boolean; message: string }>
  onChooseDate: () => void
  onClose: () => void
}

/** Says what will be refunded before doing it, and reports the result. */
export function DepositBackDialog({ booking, refund, onChooseDate, onClose }: DepositBackDialogProps) {
  const { business } = useSiteData()
  const { selectedDate, cashAmount, status, numberOfGuests, privateMorning } = booking
  const { isNone } = useOtherMornings(selectedDate, { guests: numberOfGuests, isPrivate: privateMorning !== null })
  const giveBack = useMutation({ mutationFn: refund })
  const close = () => !giveBack.isPending && onClose()
  // If the answer was lost, the booking itself shows that it is canceled.
  const isLost = !giveBack.isPending && !giveBack.data && status === 'CANCELLED'
  const done = giveBack.data ?? (isLost && LOST)

  if (done)
    return (
      <AnswerDialog title="Your booking is canceled" isWell={done.success} onClose={close}>
        {done.message}
      </AnswerDialog>
    )

  const { ways } = splitBack(booking)
  return (
    <Dialog title={ways.length > 0 ? 'Get your money back?' : 'Cancel this booking?'} onClose={close}>
      <DialogBody className="grid content-start gap-4">
        <FailedBanner of={giveBack} />
        {ways.map(({ where, says }) => (
          <p key={where} className="font-strong">
            {says}
          </p>
        ))}
        {cashAmount > 0 && <p>{withPhoneLinks(callUs(business))}</p>}
        {ways.length === 0 && (
          <p className="font-strong">There's nothing to give back, and you don't owe anything for that day.</p>
        )}
        <p>Your booking for {unbroken(formatFullDate(selectedDate))} will be canceled. This can't be undone.</p>
        {!isNone && (
          <p>
            Would another date work?{' '}
            <button type="button" className="link py-0!" disabled={giveBack.isPending} onClick={onChooseDate}>
              Choose one
            </button>
            {ways.length > 0 ? ', and what you paid goes with it.' : '.'}
          </p>
        )}
      </DialogBody>
      <DialogFoot isStacked className="max-tablet:*:px-2">
        <Button variant="ink" disabled={giveBack.isPending} onClick={close} data-autofocus>
          Keep booking
        </Button>
        <Button variant="danger" busy={giveBack.isPending} busyLabel="Refunding..." onClick={() => giveBack.mutate()}>
          {depositBackLabel(booking)}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const LOST = {
  success: true,
  message:
    "Your booking is canceled. If you paid by card, we're refunding your card and will email you when it's done.",
}
