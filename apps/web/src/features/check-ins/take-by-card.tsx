import { makePayLink } from '@arcadia/contract/balance-links'
import { isPaidByCard } from '@arcadia/contract/site/business-words'
import { useMutation } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { call } from '../../api/call.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { PayLinkToSend } from '../phone-bookings/pay-link-to-send.tsx'
import type { Party } from './waiting-changes.ts'

/** A pay link for a group at the ramp: they scan it, or get it as a text, and pay on their own phone. Needs a signal. */
export function TakeByCard({ party, isPaid }: { party: Party; isPaid: boolean }) {
  const { business } = useSiteData()
  const make = useMutation({ mutationFn: () => call(makePayLink, { params: { id: party.id }, body: {} }) })
  if (!isPaidByCard(business)) return null
  if (isPaid && make.data) return <FormAnswer>{party.firstName} has paid.</FormAnswer>
  if (make.data)
    return <PayLinkToSend booking={{ ...party, depositUntil: make.data.depositUntil }} link={make.data.link} showsQr />
  return (
    <div className="grid gap-2">
      <Button
        size="lg"
        icon={<CreditCard aria-hidden />}
        busy={make.isPending}
        busyLabel="Making the link..."
        onClick={() => make.mutate()}
      >
        By card: QR code or text
      </Button>
      <FormError>{make.error}</FormError>
    </div>
  )
}
