import { buyGiftVoucher, type GiftVoucher, listMyGiftVouchers } from '@arcadia/contract/gift-vouchers'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { anglers } from '@arcadia/contract/riders'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { PACKAGES } from '../bookings/packages.ts'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { proveHuman } from '../payments/bot-protection.ts'
import { CardFormFields } from '../payments/card-form.tsx'
import { PaymentNews } from '../payments/payment-news.tsx'
import { useCardPayment } from '../payments/use-card-payment.ts'
import { whenEmailed } from './bought-vouchers.tsx'
import type { Gift } from './gift-form.tsx'

interface PayForGiftProps {
  gift: Gift
  onBack: () => void
  onPaid: (voucher: GiftVoucher) => void
}

export function PayForGift({ gift, onBack, onPaid }: PayForGiftProps) {
  const { data: connection } = useQuery(connectionStatusQuery)
  const realmId = connection?.realmId ?? undefined
  const { state, card, dismiss } = useCardPayment({
    realmId,
    send: async (paymentToken, options) => {
      const recaptcha = await proveHuman()
      return call(buyGiftVoucher, { query: { realmId }, body: { ...gift, paymentToken, recaptcha } }, options)
    },
    ask: async (id, options) => {
      const voucher = (await call(listMyGiftVouchers, {}, options)).find((one) => one.id === id)
      if (!voucher) throw new Error('The voucher is not listed')
      return voucher
    },
  })
  const isConnected = connection?.isConnected !== false
  const hasForm = (state.kind === 'ready' || state.kind === 'sending') && isConnected
  useEffect(() => {
    if (state.kind === 'paid') onPaid(state.payment)
  }, [state, onPaid])
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that led here is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <form className="dlg__form" noValidate onSubmit={card.submit}>
      <DialogBody className="grid content-start gap-5">
        <h2 ref={heading} tabIndex={-1} className="sr">
          Payment
        </h2>
        <PaymentNews {...{ state, isConnected }} afterwards="We'll email you the result." onDismiss={dismiss} />
        <SummaryList
          rows={[
            { label: 'For', value: <span className="wrap-anywhere">{gift.recipientName}</span> },
            ...(gift.trip
              ? [
                  {
                    label: 'Trip',
                    value: `${PACKAGES[gift.trip.packageType].name}, ${anglers(gift.trip.numberOfGuests)}`,
                  },
                ]
              : []),
            { label: 'Emailed', value: <span className="wrap-anywhere">{whenEmailed(gift)}</span> },
            { label: 'Gift voucher', value: <Money cents={gift.amount} />, isDue: true },
          ]}
        />
        {hasForm && <CardFormFields form={card} />}
      </DialogBody>
      <DialogFoot>
        {state.kind !== 'confirming' && (
          <Button disabled={state.kind === 'sending'} onClick={onBack}>
            Back
          </Button>
        )}
        {hasForm && <PayButton amount={gift.amount} isBusy={state.kind === 'sending'} />}
      </DialogFoot>
    </form>
  )
}

function PayButton({ amount, isBusy }: { amount: Cents; isBusy: boolean }) {
  return (
    <Button
      type="submit"
      variant="cta"
      className="num min-w-0 flex-1 px-3"
      busy={isBusy}
      busyLabel="Processing Payment..."
    >
      {`Pay ${formatCents(amount)} USD`}
    </Button>
  )
}
