import { emailShares, listShares } from '@arcadia/contract/shares'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Money } from '../../ui/money.tsx'
import { FoldedSection, PanelList } from '../../ui/side-panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { shareInWords } from './shares.words.ts'

/** How the bill of a booking is split, who has paid, and a button that asks the others. */
export function AdminBookingShares({ bookingId }: { bookingId: number }) {
  const input = { params: { id: bookingId } }
  const { data, refetch } = useQuery(queryOf(listShares, input))
  const remind = useMutation({
    mutationFn: () => call(emailShares, input),
    onSuccess: () => {
      toast('Emailed the unpaid shares')
      void refetch()
    },
  })
  if (!data?.shares.length) return null
  const paid = data.shares.filter(({ asks }) => asks === 0)
  const open = data.shares.filter(({ state, asks }) => state === 'OPEN' && asks > 0)
  return (
    <FoldedSection title="Shares of the bill" aside={`${paid.length} of ${data.shares.length} paid`}>
      <PanelList rows={data.shares}>
        {(share) => (
          <li key={share.id}>
            <span className="min-w-0 wrap-anywhere">
              <b>{share.name}</b>
              {share.isOwn && ', who booked'}
              <span className="num block small text-ink-2">{shareInWords(share)}</span>
              {share.email && <span className="block small text-ink-2">{share.email}</span>}
            </span>
            <span className="num flex items-center gap-2">
              {share.url && share.state === 'OPEN' && !share.isOwn && (
                <CopyButton text={share.url} label={`Copy the link of ${share.name}`} />
              )}
              <Money cents={share.state === 'PAID' ? share.paid : share.asks} />
            </span>
          </li>
        )}
      </PanelList>
      {open.some(({ email }) => email !== null) && (
        <Button className="mt-3" busy={remind.isPending} busyLabel="Sending..." onClick={() => remind.mutate()}>
          Email the unpaid shares
        </Button>
      )}
      <FormError>{remind.error}</FormError>
    </FoldedSection>
  )
}
