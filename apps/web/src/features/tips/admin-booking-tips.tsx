import {
  listTips,
  makeTipPack,
  recordTipChargeback,
  refundTip,
  type Tip,
  winTipChargeback,
} from '@arcadia/contract/admin/tips'
import { centsToDecimal, formatCents } from '@arcadia/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { AmountField, optional, TextArea } from '../../ui/field.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { Money } from '../../ui/money.tsx'
import { FoldedSection, PanelList } from '../../ui/side-panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { ChargebackDialog, WonBack } from '../refunds/chargeback-dialog.tsx'
import { DisputePackButton } from '../refunds/dispute-pack-button.tsx'

/** The tips of a booking, which no sum of it has (docs/rules.md §3.45). */
export function AdminBookingTips({ bookingId }: { bookingId: number }) {
  const { data: tips = [] } = useQuery(queryOf(listTips, { params: { id: bookingId } }))
  if (tips.length === 0) return null
  const kept = tips.reduce((sum, { status, amount, back }) => (status === 'CAPTURED' ? sum + amount - back : sum), 0)
  return (
    <FoldedSection title="Tips" aside={formatCents(kept)}>
      <p className="muted small mb-2">Apart from the trip, so in none of the sums above.</p>
      <PanelList rows={tips}>{(tip) => <TipLine key={tip.id} tip={tip} />}</PanelList>
    </FoldedSection>
  )
}

function TipLine({ tip }: { tip: Tip }) {
  const isOwner = useMay()('owner')
  // As it was seen, so that a click after a lost answer is the same refund.
  const [refunding, setRefunding] = useState<Tip>()
  const [isTakenBack, setTakenBack] = useState(false)
  const { id, at, status, amount, back, isChargedBack, refundable, payer, card, guide } = tip
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <b>
          <Money cents={amount} />
        </b>{' '}
        from {payer}
        {guide && ` for ${guide}`}
        {status === 'PROCESSING' && <span className="block small">Being confirmed</span>}
        {back > 0 && (
          <span className="block small">
            <Money cents={back} /> {isChargedBack ? 'taken back by the bank' : 'refunded'}
          </span>
        )}
        <span className="block small text-ink-2">
          {formatPortalMoment(at)}
          {card && `, ${card}`}
        </span>
        <span className="flex flex-wrap gap-x-4">
          {isOwner && refundable > 0 && (
            <>
              <Button variant="text" size="sm" className="px-0" onClick={() => setRefunding(tip)}>
                Refund it
              </Button>
              <Button variant="text" size="sm" className="px-0" onClick={() => setTakenBack(true)}>
                The bank took it back
              </Button>
            </>
          )}
          {isOwner && isChargedBack && <WonBack record={() => call(winTipChargeback, { params: { id } })} />}
          {status === 'CAPTURED' && (
            <DisputePackButton
              name={`tip-${id}`}
              make={() => call(makeTipPack, { params: { id } })}
              variant="text"
              size="sm"
              className="px-0"
            />
          )}
        </span>
      </span>
      {refunding && <RefundTipDialog tip={refunding} onClose={() => setRefunding(undefined)} />}
      {isTakenBack && (
        <ChargebackDialog
          draft={`tip-chargeback.${id}`}
          what="tip"
          left={refundable}
          record={(body) => call(recordTipChargeback, { params: { id }, body })}
          onClose={() => setTakenBack(false)}
        />
      )}
    </li>
  )
}

interface TipDialogProps {
  tip: Tip
  onClose: () => void
}

const amountOf = ({ refundable }: Tip) =>
  typedAmount(refundable, { tooMuch: leftOf(refundable), missing: 'Amount is required' })
const leftOf = (refundable: number) => `${formatCents(refundable)} of this tip is left.`

function RefundTipDialog({ tip, onClose }: TipDialogProps) {
  const { id, refundable, payer, back } = tip
  const { description } = refundTip.body.shape
  const form = useDraftForm(`refund-tip.${id}`, z.object({ amount: amountOf(tip), description }), {
    amount: centsToDecimal(refundable),
    description: '',
  })
  const submit = form.submit(
    async ({ amount = refundable, description }) => {
      // Two admins at once, or a click after a lost answer, make one refund: the key comes from what was seen, which
      // no later refund meets again, since nothing goes back of a tip that the bank has.
      const idempotencyKey = `tip-${id}-${back}`
      const { success, message } = await call(
        refundTip,
        { params: { id }, body: { amount, description } },
        { idempotencyKey },
      )
      if (!success) throw new ApiError(message, { status: 200, code: 'refund-failed' })
      return message
    },
    (message) => {
      form.forget()
      toast(message)
      onClose()
    },
  )
  return (
    <FormDialog
      title="Refund the tip"
      form={form}
      onSubmit={submit}
      submit="Refund"
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <p>It goes back to the card of {payer}, and we email them. Nothing of the trip changes.</p>
      <AmountField {...form.field('amount')} label="Amount in dollars" help={leftOf(refundable)} />
      <TextArea {...form.field('description')} label={optional('Reason')} rows={2} maxLength={500} />
    </FormDialog>
  )
}
