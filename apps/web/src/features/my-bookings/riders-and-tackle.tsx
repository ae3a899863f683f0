import { type Booking, changeRidersAndTackle } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { ridersInWords, TACKLE_NAMES } from '@arcadia/contract/riders'
import { callUs } from '@arcadia/contract/site/contact-words'
import { canStillMove } from '@arcadia/contract/site/wording'
import { daysBetween } from '@arcadia/contract/trip-date'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { Section } from '../../ui/section.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { toast } from '../../ui/toast.tsx'
import { RidersField, TackleField } from '../bookings/riders-fields.tsx'

/** Riders and tackle, which the customer can change as long as the date could move. */
export function RidersAndTackle({ booking }: { booking: Booking }) {
  const { riders, riderPrice, tackle, status, selectedDate } = booking
  const today = useVenueToday()
  const { business, words } = useSiteData()
  // The form keeps the booking as it was when opened, so changes from another device aren't overwritten.
  const [changing, setChanging] = useState<Booking>()
  const isInTime = canStillMove(daysBetween(today, selectedDate), business.moveDays)
  return (
    <Section title="Riders and tackle">
      <SummaryList
        rows={[
          {
            label: 'Riders',
            value: riders > 0 ? `${ridersInWords(riders)}, ${formatCents(riders * riderPrice)}` : 'None',
          },
          { label: 'Tackle', value: TACKLE_NAMES[tackle] },
        ]}
      />
      {status === 'CONFIRMED' &&
        (isInTime ? (
          <div className="acts-row">
            <Button icon={<Pencil aria-hidden />} onClick={() => setChanging(booking)}>
              Change riders or tackle
            </Button>
          </div>
        ) : (
          <p className="text-ui text-ink-2">
            You can change these here up to {words['move-days']} before the trip. {withPhoneLinks(callUs(business))}
          </p>
        ))}
      {changing && <ChangeDialog booking={changing} onClose={() => setChanging(undefined)} />}
    </Section>
  )
}

function ChangeDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { id, riders, riderPrice, tackle } = booking
  const { words } = useSiteData()
  const form = useContractForm(changeRidersAndTackle.body, { riders, tackle })
  const balance = Math.max(0, booking.pendingAmount + (Number(form.watch('riders')) - riders) * riderPrice)
  const submit = form.submit(
    (body, shown) => call(changeRidersAndTackle, { params: { id }, body }, { shown }),
    (changed) => {
      toast(changed.riders === riders ? 'Saved.' : `Saved. Your balance is ${formatCents(changed.pendingAmount)}.`)
      onClose()
    },
  )
  return (
    <FormDialog
      title="Riders and tackle"
      form={form}
      onSubmit={submit}
      submit="Save changes"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p>You can change these up to {words['move-days']} before the trip. Rider fees are added to your balance.</p>
      <RidersField {...form.field('riders')} price={riderPrice} />
      <TackleField {...form.field('tackle')} />
      <SummaryList rows={[{ label: 'Your balance', value: <Money cents={balance} />, isDue: balance > 0 }]} />
    </FormDialog>
  )
}
