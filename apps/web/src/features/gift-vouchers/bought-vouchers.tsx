import { type GiftVoucher, listMyGiftVouchers } from '@arcadia/contract/gift-vouchers'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { GiftPart } from './gift-screen.tsx'
import { PaperVoucher } from './paper-voucher.tsx'

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
    <GiftPart title="Gifts you bought">
      <ul className="panel-list">
        {shown.map((voucher) => (
          <li key={voucher.id}>
            <span className="min-w-0 wrap-anywhere">
              <b className="num">{voucher.code ?? PAYMENT_PROCESSING_MESSAGE}</b>
              <span className="block small text-ink-2">
                For {voucher.recipientName}, <Money cents={voucher.left} /> of <Money cents={voucher.worth} /> left
              </span>
            </span>
            {voucher.code && voucher.left === voucher.worth && (
              <Button variant="text" size="sm" className="flex-none" onClick={() => setPrinted({ ...voucher })}>
                <span>
                  Print<span className="sr"> the gift for {voucher.recipientName}</span>
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {printed && <PaperVoucher voucher={printed} />}
    </GiftPart>
  )
}
