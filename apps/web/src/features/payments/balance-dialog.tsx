import { type Booking, depositDue } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { errors, getPayment, type Payment, payBalance } from '@arcadia/contract/payments'
import { isPaidByCard, waysToPay } from '@arcadia/contract/site/business-words'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { CreditField } from '../../credit.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { BalanceStatus } from './balance-status.tsx'
import { CardFormFields } from './card-form.tsx'
import { useCardPayment } from './use-card-payment.ts'

/** Pays what is still owed for a booking, or its deposit first where that is not paid yet. */
export function BalanceDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { data: connection } = useQuery(connectionStatusQuery)
  const owed = booking.pendingAmount
  const deposit = depositDue(booking)
  const { business } = useSiteData()
  const isByCard = isPaidByCard(business)
  const [paysAll, setPaysAll] = useState(false)
  const amount = paysAll ? owed : (deposit ?? owed)
  const realmId = connection?.realmId ?? undefined
  const query = { realmId }
  const withRest = (payment: Payment) => ({ ...payment, left: owed - amount })
  const { state, card, dismiss } = useCardPayment({
    realmId,
    send: async (paymentToken, options) => {
      const description = `Balance of ${booking.confirmationNumber}`
      const body = { bookingId: booking.id, amount, currency: 'USD' as const, paymentToken, description, owed }
      return withRest(await call(payBalance, { query, body }, options))
    },
    ask: async (id, options) => withRest(await call(getPayment, { params: { id }, query }, options)),
  })
  const isConnected = connection?.isConnected !== false
  const hasForm =
    (state.kind === 'ready' || state.kind === 'sending') &&
    owed > 0 &&
    isConnected &&
    (isByCard || deposit !== undefined)

  const top = useRef<HTMLDivElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  // What is said of the payment stands at the top; the person was at the Pay button, which may be gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state says something else there
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  const isOver = state.kind !== 'ready' && state.kind !== 'sending'
  useEffect(() => {
    if (isOver) closeButton.current?.focus()
  }, [isOver])

  // For the few seconds until the answer: whoever leaves then would not know what became of the money.
  const close = () => state.kind !== 'sending' && onClose()

  return (
    <Dialog
      title={state.kind !== 'paid' ? 'Pay the balance' : state.payment.left > 0 ? 'Deposit paid' : 'Balance paid'}
      width={30}
      onClose={close}
    >
      <form className="dlg__form" noValidate onSubmit={card.submit}>
        {/* While the fields are disabled, nothing else in it could be reached for scrolling by key. */}
        <DialogBody className="grid content-start gap-5" tabIndex={state.kind === 'sending' ? 0 : undefined}>
          <div ref={top} className="grid scroll-mt-5 gap-5 empty:hidden">
            {state.kind === 'ready' && state.problem && (
              <Banner onDismiss={dismiss}>
                {state.problem.message}
                {state.problem.advice && <p>{state.problem.advice}</p>}
              </Banner>
            )}
            {!isConnected && state.kind === 'ready' && (
              <Banner tone="warn">{errors['payments-not-connected'].message}</Banner>
            )}
            <BalanceStatus state={state} booking={booking} amount={amount} />
          </div>
          {state.kind === 'ready' && (
            <SummaryList
              rows={[
                { label: 'Total', value: <Money cents={booking.totalAmount} /> },
                { label: 'Paid so far', value: <Money cents={booking.paidAmount} /> },
                { label: 'Balance', value: <Money cents={owed} />, isDue: true },
              ]}
            />
          )}
          {state.kind === 'ready' && owed > 0 && !isByCard && (
            <p>
              {deposit !== undefined && "You're paying the deposit now. "}Please pay the balance {waysToPay(business)}.
            </p>
          )}
          {hasForm && deposit !== undefined && isByCard && (
            <SelectField
              label="What to pay"
              value={paysAll ? 'all' : 'deposit'}
              disabled={state.kind === 'sending'}
              onChange={({ target }) => setPaysAll(target.value === 'all')}
            >
              <option value="deposit">The deposit, {formatCents(deposit)}</option>
              <option value="all">Full balance, {formatCents(owed)}</option>
            </SelectField>
          )}
          {state.kind === 'ready' && owed > 0 && <CreditField booking={booking} />}
          {hasForm && <CardFormFields form={card} />}
        </DialogBody>
        <DialogFoot>
          <Button
            ref={closeButton}
            variant={hasForm ? 'line' : 'ink'}
            className={hasForm ? undefined : 'ml-auto'}
            disabled={state.kind === 'sending'}
            onClick={close}
          >
            Close
          </Button>
          {hasForm && (
            <Button
              type="submit"
              variant="cta"
              className="num min-w-0 flex-1 px-3 whitespace-normal [&>span]:items-center"
              busy={state.kind === 'sending'}
              busyLabel="Processing Payment..."
            >
              {`Pay ${formatCents(amount)} USD`}
            </Button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  )
}
