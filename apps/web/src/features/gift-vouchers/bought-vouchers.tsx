import { type GiftVoucher, listMyGiftVouchers } from '@arcadia/contract/gift-vouchers'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import type { Gift } from './gift-form.tsx'
import { PaperVoucher } from './paper-voucher.tsx'
import { VoucherCode } from './voucher-code.tsx'

export function whenEmailed({ recipientEmail, sendOn }: Pick<Gift, 'recipientEmail' | 'sendOn'>): string {
  if (!recipientEmail) return 'to you only'
  return `to ${recipientEmail}, ${sendOn ? formatFullDate(sendOn) : 'right away'}`
}

export function Bought({ voucher, onAnother }: { voucher: GiftVoucher; onAnother: () => void }) {
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        <FormAnswer>Thank you. Your gift voucher is paid for, and its code is in your email.</FormAnswer>
        <VoucherCode code={voucher.code ?? ''} />
        <SummaryList
          rows={[
            { label: 'For', value: <span className="wrap-anywhere">{voucher.recipientName}</span> },
            { label: 'Emailed', value: <span className="wrap-anywhere">{whenEmailed(voucher)}</span> },
            { label: 'Worth', value: <Money cents={voucher.worth} />, isDue: true },
          ]}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onAnother}>Buy another</Button>
        <Button variant="cta" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </DialogFoot>
      <PaperVoucher voucher={voucher} />
    </>
  )
}

/** The customer's vouchers, to find again after a reload or a lost email. */
export function MyVouchers() {
  const { data = [] } = useQuery(queryOf(listMyGiftVouchers, {}))
  const [printed, setPrinted] = useState<GiftVoucher>()
  useEffect(() => {
    if (printed) window.print()
  }, [printed])
  const shown = data.filter(({ status }) => status === 'CAPTURED' || status === 'PROCESSING')
  if (shown.length === 0) return null
  return (
    <section className="border-line border-t px-6 py-5" aria-labelledby="my-vouchers">
      <h2 id="my-vouchers" className="font-strong">
        Vouchers you bought
      </h2>
      <ul className="panel-list">
        {shown.map((voucher) => (
          <li key={voucher.id}>
            <span className="min-w-0 wrap-anywhere">
              <b className="num">{voucher.code ?? PAYMENT_PROCESSING_MESSAGE}</b>
              <span className="block small text-ink-2">
                For {voucher.recipientName}, <Money cents={voucher.left} /> of <Money cents={voucher.worth} /> left
              </span>
            </span>
            {voucher.code && (
              <Button variant="text" size="sm" className="flex-none" onClick={() => setPrinted({ ...voucher })}>
                <span>
                  Print<span className="sr"> the voucher for {voucher.recipientName}</span>
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {printed && <PaperVoucher voucher={printed} />}
    </section>
  )
}
