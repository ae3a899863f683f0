import { buyGiftVoucher, type GiftVoucher, listMyGiftVouchers } from '@arcadia/contract/gift-vouchers'
import { PACKAGES } from '@arcadia/contract/packages'
import { anglers } from '@arcadia/contract/riders'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { CardFormFields } from '../payments/card-form.tsx'
import { PayButton } from '../payments/pay-button.tsx'
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
  const payment = useCardPayment({
    send: (card, query, options) => call(buyGiftVoucher, { query, body: { ...gift, ...card } }, options),
    ask: async ({ id }, _, options) => {
      const voucher = (await call(listMyGiftVouchers, {}, options)).find((one) => one.id === id)
      if (!voucher) throw new Error('The voucher is missing from the list')
      return voucher
    },
  })
  const { state, card, isSending } = payment
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
        <PaymentNews payment={payment} afterwards="We'll email you the result." />
        <SummaryList
          rows={[
            { label: 'For', value: <span className="wrap-anywhere">{gift.recipientName}</span> },
            !!gift.trip && {
              label: 'Trip',
              value: `${PACKAGES[gift.trip.packageType].name}, ${anglers(gift.trip.numberOfGuests)}`,
            },
            { label: 'Emailed', value: <span className="wrap-anywhere">{whenEmailed(gift)}</span> },
            { label: 'Gift voucher', value: <Money cents={gift.amount} />, isDue: true },
          ]}
        />
        {payment.takesCard && <CardFormFields form={card} />}
      </DialogBody>
      <DialogFoot>
        {state.kind !== 'confirming' && (
          <Button disabled={isSending} onClick={onBack}>
            Back
          </Button>
        )}
        {payment.takesCard && <PayButton amount={gift.amount} isSending={isSending} className="min-w-0 flex-1" />}
      </DialogFoot>
    </form>
  )
}
