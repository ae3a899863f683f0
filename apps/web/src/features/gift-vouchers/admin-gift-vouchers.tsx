import { type AdminGiftVoucher, listGiftVouchers, VoucherStatus } from '@arcadia/contract/admin/gift-vouchers'
import { PAY_METHODS } from '@arcadia/contract/admin/manual-payments'
import { giftInWords } from '@arcadia/contract/gifts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { Day, TwoLines } from '../../list/cells.tsx'
import { type CsvColumn, csvMoment } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { statusLabel } from '../../ui/tag.tsx'
import { AdminVoucherPanel, VoucherTag } from './admin-voucher-panel.tsx'
import { NewVoucherDialog } from './new-voucher-dialog.tsx'

/** Vouchers bought or made by hand, and what is left on each (docs/rules.md §13). */
export function AdminGiftVouchers() {
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <AdminList
        list={useListState({ statuses: VoucherStatus.options })}
        caption="Gift vouchers"
        query={(asked) => queryOf(listGiftVouchers, { query: asked })}
        columns={COLUMNS}
        search={{ label: 'Search gift vouchers', placeholder: 'Name, email or full code' }}
        csv={{ list: 'gift-vouchers', columns: CSV_COLUMNS }}
        empty="Vouchers sold online, and ones you make, show up here."
        action={
          <Button variant="cta" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
            New gift voucher
          </Button>
        }
        details={({ known, onClose }) => known && <AdminVoucherPanel voucher={known} onClose={onClose} />}
      />
      {isMaking && <NewVoucherDialog onClose={() => setMaking(false)} />}
    </>
  )
}

const CSV_COLUMNS: readonly CsvColumn<AdminGiftVoucher>[] = [
  { head: 'Made (Eastern)', value: ({ createdAt }) => csvMoment(createdAt) },
  { head: 'For', value: ({ recipientName }) => recipientName },
  { head: 'From', value: ({ senderName }) => senderName },
  { head: 'By', value: ({ by }) => by.name },
  { head: 'Paid', value: ({ sale }) => sale && PAY_METHODS[sale.method].name },
  { head: 'Worth', cents: ({ worth }) => worth },
  { head: 'Trip', value: ({ trip, worth }) => (trip ? giftInWords({ trip, worth }) : '') },
  { head: 'Left', cents: ({ left }) => left },
  { head: 'Status', value: ({ status }) => statusLabel(status) },
  { head: 'Good through', value: ({ expiresOn }) => expiresOn },
]

const COLUMNS: readonly Column<AdminGiftVoucher>[] = [
  {
    head: 'For',
    cell: ({ id, recipientName, recipientEmail }) => (
      <TwoLines width="min-[700.02px]:w-48" below={recipientEmail ?? 'not emailed'}>
        <RowLink id={id}>{recipientName}</RowLink>
      </TwoLines>
    ),
  },
  {
    head: 'From',
    inBlock: 'labelled',
    cell: ({ senderName, by, sale }) => (
      <TwoLines width="min-[700.02px]:w-48" below={`${sale ? 'sold' : by.isAdmin ? 'made' : 'bought'} by ${by.name}`}>
        {senderName}
      </TwoLines>
    ),
  },
  { head: 'Worth', cell: ({ worth }) => <Money cents={worth} />, isNumber: true, inBlock: 'labelled' },
  { head: 'Left', cell: ({ left }) => <Money cents={left} />, isNumber: true, inBlock: 'labelled' },
  { head: 'Made', cell: ({ createdAt }) => <Day at={createdAt} />, inBlock: 'labelled' },
  { head: 'Status', cell: ({ status }) => <VoucherTag status={status} />, inBlock: 'corner' },
]
