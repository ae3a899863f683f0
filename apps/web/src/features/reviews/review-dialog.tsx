import type { Booking } from '@arcadia/contract/bookings'
import type { OwnReview } from '@arcadia/contract/reviews'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useState } from 'react'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { ReviewFields } from './review-fields.tsx'
import { SentReview, saidOf } from './sent-review.tsx'
import { useOwnReviewForm } from './use-review-form.ts'

/** Asks a signed-in guest about the trip of a booking. */
export function ReviewDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const [sent, setSent] = useState<OwnReview>()
  const form = useOwnReviewForm(booking, setSent)
  if (sent)
    return (
      <Dialog title="Your review" width={34} onClose={onClose}>
        <DialogEnd
          way={
            <Button variant="ink" onClick={onClose}>
              Close
            </Button>
          }
        >
          <SentReview said={saidOf(sent)} isNew />
        </DialogEnd>
      </Dialog>
    )
  return (
    <FormDialog
      title="How was it?"
      width={34}
      form={form}
      onSubmit={form.submit}
      submit="Send review"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <p className="text-ui text-ink-2">Your trip on {unbroken(formatFullDate(booking.selectedDate))}.</p>
      <ReviewFields form={form} />
    </FormDialog>
  )
}
