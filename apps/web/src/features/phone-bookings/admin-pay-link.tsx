import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import { makePayLink } from '@arcadia/contract/balance-links'
import { depositMissing } from '@arcadia/contract/bookings'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { PanelSection } from '../../ui/side-panel.tsx'
import { PayLinkToSend } from './pay-link-to-send.tsx'
import { useUntil } from './until-field.tsx'

/** Makes a link to text the guest, or extends how long spots are kept for the deposit: a section of the side panel. */
export function AdminPayLink({ booking }: { booking: AdminBookingDetails }) {
  const { id, status, pendingAmount, depositUntil, email } = booking
  const until = useUntil()
  const make = useMutation({
    mutationFn: (body: { depositUntil?: Date }) => call(makePayLink, { params: { id }, body }),
  })
  if (status === 'CANCELLED' || pendingAmount === 0) return null
  const isPending = status === 'PENDING'
  const keep = () => {
    const to = until.read()
    if (to) make.mutate({ depositUntil: to })
  }
  return (
    <PanelSection title="Pay link">
      <div className="grid gap-3">
        {depositUntil && <p>If it isn't paid by then, the spots open up again.</p>}
        {make.data && (
          <PayLinkToSend booking={{ ...booking, depositUntil: make.data.depositUntil }} link={make.data.link} />
        )}
        {(!isPending || depositUntil) && !make.data && (
          <Button className="justify-self-start" busy={make.isPending} onClick={() => make.mutate({})}>
            Make a pay link
          </Button>
        )}
        {isPending && depositMissing(booking) > 0 && (
          <details>
            <summary>{depositUntil ? 'Change the time' : 'Wait for the deposit'}</summary>
            <div className="mt-3 grid gap-3">
              {until.field}
              <Button className="justify-self-start" busy={make.isPending} onClick={keep}>
                Hold the spots and make a link
              </Button>
              {email && <p className="small text-ink-2">We email the guest a link too.</p>}
            </div>
          </details>
        )}
        <FormError>{make.error}</FormError>
      </div>
    </PanelSection>
  )
}
