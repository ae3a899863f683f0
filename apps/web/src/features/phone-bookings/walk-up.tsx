import type { DaySheet } from '@arcadia/contract/admin/dashboard'
import { bookWalkUp, WalkUp } from '@arcadia/contract/admin/phone-bookings'
import { spots } from '@arcadia/contract/availability'
import { PackageType, quote } from '@arcadia/contract/configuration'
import { formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { RefusableButton } from '../../ui/refusable-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { PartyFields } from '../bookings/party-fields.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { CallerFields } from './caller-fields.tsx'
import { NOBODY } from './use-phone-booking.ts'

/** Books whoever stands at the ramp today; what they owe is taken on the sheet. */
export function WalkUpButton({ today, spotsLeft, whyNot }: { today: TripDate } & NonNullable<DaySheet['walkUp']>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-[600px]:w-full">
      <RefusableButton icon={<UserPlus aria-hidden />} why={whyNot} onClick={() => setOpen(true)}>
        {spotsLeft === 0 ? 'Walk-up: full' : whyNot === null ? `Walk-up: ${spots(spotsLeft)} left` : 'Walk-up'}
      </RefusableButton>
      {isOpen && <WalkUpDialog {...{ today, spotsLeft }} onClose={() => setOpen(false)} />}
    </div>
  )
}

function WalkUpDialog({ today, spotsLeft, onClose }: { today: TripDate; spotsLeft: number; onClose: () => void }) {
  const config = useBookingConfig()
  const form = useDraftForm(`walk-up.${today}`, WalkUp, {
    ...NOBODY,
    numberOfGuests: 1,
  })
  const [guests, riders] = [Number(form.watch('numberOfGuests')), Number(form.watch('riders'))]
  const sum = config && quote(config, PackageType.parse(form.watch('packageType')), guests, riders)
  const submit = form.submit(
    (body) => call(bookWalkUp, { body }, { idempotencyKey: form.pressKey() }),
    ({ pendingAmount }, { firstName }) => {
      form.forget()
      toast(`${firstName} is booked for today. ${formatCents(pendingAmount)} to take.`)
      onClose()
    },
  )
  return (
    <FormDialog
      title="Walk-up"
      form={form}
      onSubmit={submit}
      submit="Book for today"
      busyLabel="Booking..."
      onClose={onClose}
    >
      <CallerFields form={form} />
      <PartyFields form={form} most={spotsLeft} />
      <p className="num" aria-live="polite">
        {sum && (
          <>
            Total <b>{formatCents(sum.total)}</b>
          </>
        )}
      </p>
    </FormDialog>
  )
}
