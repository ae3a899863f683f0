import type { GiftVoucher } from '@arcadia/contract/gift-vouchers'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { Money } from '../../ui/money.tsx'
import { Paper } from '../../ui/paper.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'

type Printed = Pick<GiftVoucher, 'recipientName' | 'senderName' | 'words' | 'worth' | 'code' | 'expiresOn'>

export function PaperVoucher({
  voucher: { recipientName: to, senderName: from, words: said, worth, code, expiresOn },
}: {
  voucher: Printed
}) {
  return (
    <Paper title="Gift voucher">
      <p>A morning of guided trophy fishing on Peace River, Arcadia, Florida.</p>
      <SummaryList
        rows={[
          { label: 'For', value: to },
          { label: 'From', value: from },
          { label: 'Worth', value: <Money cents={worth} /> },
          expiresOn !== null && { label: 'Good through', value: formatFullDate(expiresOn) },
          { label: 'Code', value: code, isDue: true },
        ]}
      />
      {said && <p className="wrap-anywhere whitespace-pre-line">{said}</p>}
      <p>
        Use the code when you book on our site, or when you pay a balance. What's left stays on the voucher
        {expiresOn ? '.' : ", and it doesn't expire."} Treat it like cash: anyone with the code can use it.
      </p>
    </Paper>
  )
}
