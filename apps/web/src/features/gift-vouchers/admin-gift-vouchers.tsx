import {
  type AdminGiftVoucher,
  listGiftVouchers,
  MAX_WORTH,
  MIN_WORTH,
  makeGiftVoucher,
  setVoucherExpiry,
  VoucherStatus,
  voidGiftVoucher,
} from '@arcadia/contract/gift-vouchers'
import { formatCents } from '@arcadia/contract/money'
import { formatCompactDate, formatDate, venueDate } from '@arcadia/contract/trip-date'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryOf } from '../../api/query-of.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { AdminList } from '../../list/admin-list.tsx'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { AmountField, TextArea, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { PanelList, PanelSection, SidePanel } from '../../ui/side-panel.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'

const LOOKS: Record<VoucherStatus, { status: 'CONFIRMED' | 'COMPLETED' | 'CLOSED' | 'CANCELLED'; label: string }> = {
  GOOD: { status: 'CONFIRMED', label: 'Good' },
  USED: { status: 'COMPLETED', label: 'Used' },
  EXPIRED: { status: 'CLOSED', label: 'Expired' },
  VOID: { status: 'CANCELLED', label: 'Void' },
}

const CSV_COLUMNS: readonly CsvColumn<AdminGiftVoucher>[] = [
  { head: 'Made', value: ({ createdAt }) => createdAt.toISOString() },
  { head: 'For', value: ({ recipientName }) => recipientName },
  { head: 'From', value: ({ senderName }) => senderName },
  { head: 'By', value: ({ by }) => by.name },
  { head: 'Worth', value: ({ worth }) => worth / 100 },
  { head: 'Left', value: ({ left }) => left / 100 },
  { head: 'Status', value: ({ status }) => status },
  { head: 'Good through', value: ({ expiresOn }) => expiresOn },
]

/** What was bought, what the owner made by hand, and what is left on each (docs/rules.md §13). */
export function AdminGiftVouchers() {
  const [isMaking, setMaking] = useState(false)
  const isOwner = useMay()('owner')
  const columns: readonly Column<AdminGiftVoucher>[] = [
    {
      head: 'For',
      cell: ({ id, recipientName, recipientEmail }) => (
        <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-48">
          <RowLink id={id}>{recipientName}</RowLink>
          <br />
          <span className="small text-ink-2">{recipientEmail ?? 'handed over'}</span>
        </div>
      ),
    },
    {
      head: 'From',
      cell: ({ senderName, by }) => (
        <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-48">
          {senderName}
          <br />
          <span className="small text-ink-2">{by.isAdmin ? `made by ${by.name}` : `bought by ${by.name}`}</span>
        </div>
      ),
    },
    { head: 'Worth', cell: ({ worth }) => <Money cents={worth} />, isNumber: true, inBlock: 'labelled' },
    { head: 'Left', cell: ({ left }) => <Money cents={left} />, isNumber: true, inBlock: 'labelled' },
    {
      head: 'Made',
      cell: ({ createdAt }) => <span className="num">{formatCompactDate(venueDate(createdAt))}</span>,
      inBlock: 'labelled',
    },
    { head: 'Status', cell: (voucher) => <StatusTag {...LOOKS[voucher.status]} />, inBlock: 'corner' },
  ]
  return (
    <>
      <AdminList
        list={useListState({ statuses: VoucherStatus.options })}
        caption="Gift vouchers"
        query={(asked) => queryOf(listGiftVouchers, { query: asked })}
        columns={columns}
        search={{ label: 'Search gift vouchers', placeholder: 'Name, email or whole code' }}
        csv={{ name: 'gift-vouchers', columns: CSV_COLUMNS }}
        empty="Vouchers bought on the site show here, and those you make yourself."
        action={
          isOwner && (
            <Button variant="cta" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
              New gift voucher
            </Button>
          )
        }
        details={({ known, onClose }) => known && <VoucherPanel voucher={known} onClose={onClose} />}
      />
      {isMaking && <NewVoucherDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function VoucherPanel({ voucher, onClose }: { voucher: AdminGiftVoucher; onClose: () => void }) {
  const { code, worth, left, recipientName, recipientEmail, senderName, words, by, sendOn, sentAt, expiresOn } = voucher
  const [asked, setAsked] = useState<'expiry' | 'void'>()
  const close = () => setAsked(undefined)
  const isVoid = voucher.status === 'VOID'
  return (
    <SidePanel title={`Gift voucher for ${recipientName}`} onClose={onClose}>
      <section className="panel__s" aria-label="Gift voucher">
        <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <b className="num">{code}</b>
          <CopyButton text={code} label="Copy the code" />
          <StatusTag {...LOOKS[voucher.status]} />
        </p>
        <SummaryList
          rows={[
            { label: 'Worth', value: <Money cents={worth} /> },
            { label: 'Left', value: <Money cents={left} />, isDue: true },
            { label: 'From', value: senderName },
            { label: by.isAdmin ? 'Made by' : 'Bought by', value: by.name },
            { label: 'Emailed', value: emailed(recipientEmail, sentAt, sendOn) },
            { label: 'Good through', value: expiresOn ? formatDate(expiresOn) : 'no end' },
          ]}
        />
        {words && <p className="mt-4 wrap-anywhere whitespace-pre-line">{words}</p>}
        {!isVoid && (
          <div className="acts-row mt-4">
            {by.isAdmin && <Button onClick={() => setAsked('expiry')}>Change its end</Button>}
            <Button variant="danger" onClick={() => setAsked('void')}>
              Void
            </Button>
          </div>
        )}
      </section>
      <Uses voucher={voucher} />
      <ChangeHistory kind="gift-voucher" id={voucher.id} />
      {asked === 'expiry' && <ExpiryDialog voucher={voucher} onClose={close} />}
      {asked === 'void' && <VoidDialog voucher={voucher} onClose={close} />}
    </SidePanel>
  )
}

function emailed(to: string | null, sentAt: Date | null, sendOn: string | null): ReactNode {
  if (!to) return 'no, it is handed over'
  const when = sentAt ? formatDate(venueDate(sentAt)) : sendOn ? `on ${formatDate(sendOn)}` : 'in a moment'
  return (
    <span className="wrap-anywhere">
      {to}, {when}
    </span>
  )
}

function Uses({ voucher: { uses } }: { voucher: AdminGiftVoucher }) {
  return (
    <PanelSection title="Paid with it">
      <PanelList rows={uses} empty="Nothing yet.">
        {({ id, bookingId, confirmationNumber, amount, isBack, at }) => (
          <li key={id}>
            <span>
              <Link to={{ search: `?tab=bookings&id=${bookingId}` }}>{confirmationNumber}</Link>
              <span className="block small text-ink-2">{formatDate(venueDate(at))}</span>
            </span>
            <span>
              {isBack && 'back: '}
              <Money cents={amount} />
            </span>
          </li>
        )}
      </PanelList>
    </PanelSection>
  )
}

function NewVoucherDialog({ onClose }: { onClose: () => void }) {
  const amount = typedAmount(MAX_WORTH, {
    tooMuch: 'A gift voucher is worth at most $10,000.',
    missing: 'Amount is required',
  }).check(z.refine((cents) => (cents ?? 0) >= MIN_WORTH, 'A gift voucher is worth at least $50.'))
  const form = useContractForm(z.object({ ...makeGiftVoucher.body.shape, amount }), {
    amount: '',
    senderName: '',
    recipientName: '',
    recipientEmail: '',
    sendOn: '',
    words: '',
    expiresOn: '',
  })
  const [idempotencyKey] = useState(newIdempotencyKey)
  const submit = form.submit(
    ({ amount: cents = 0, ...rest }) => call(makeGiftVoucher, { body: { ...rest, amount: cents } }, { idempotencyKey }),
    ({ recipientEmail: to }) => {
      toast(to ? 'The voucher is made and will be emailed.' : 'The voucher is made. Its code is in the list.')
      onClose()
    },
  )
  return (
    <FormDialog
      title="New gift voucher"
      width={34}
      form={form}
      onSubmit={submit}
      submit="Make the voucher"
      busyLabel="Working..."
      onClose={onClose}
    >
      <p>For a raffle, a thank-you or a voucher you sold yourself. No card is charged.</p>
      <AmountField {...form.field('amount')} label="Amount in dollars" />
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <TextField {...form.field('recipientName')} label="Who it is for" autoComplete="off" />
        <TextField {...form.field('senderName')} label="From" autoComplete="off" />
      </div>
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <EmailField
          {...form.field('recipientEmail')}
          label="Their email (optional)"
          required={false}
          help="Without it you hand the code over."
          autoComplete="off"
        />
        <TextField {...form.field('sendOn')} label="Email it on (optional)" type="date" help="At 9 AM. Empty: now." />
      </div>
      <TextArea {...form.field('words')} label="Message (optional)" rows={2} maxLength={500} />
      <TextField {...form.field('expiresOn')} label="Good through (optional)" type="date" help="Empty: no end." />
    </FormDialog>
  )
}

function ExpiryDialog({ voucher, onClose }: { voucher: AdminGiftVoucher; onClose: () => void }) {
  const form = useContractForm(setVoucherExpiry.body, { expiresOn: voucher.expiresOn ?? '' })
  const submit = form.submit(
    (body) => call(setVoucherExpiry, { params: { id: voucher.id }, body }),
    (_, { expiresOn }) => {
      toast(expiresOn ? `Good through ${formatDate(expiresOn)}.` : 'It has no end any more.')
      onClose()
    },
  )
  return (
    <FormDialog
      title="Change its end"
      form={form}
      onSubmit={submit}
      submit="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('expiresOn')} label="Good through" type="date" help="Empty: no end." />
    </FormDialog>
  )
}

function VoidDialog({ voucher, onClose }: { voucher: AdminGiftVoucher; onClose: () => void }) {
  const form = useContractForm(voidGiftVoucher.body, { reason: '' })
  const submit = form.submit(
    (body) => call(voidGiftVoucher, { params: { id: voucher.id }, body }),
    () => {
      toast('The gift voucher is void.')
      onClose()
    },
  )
  return (
    <FormDialog
      title="Void the gift voucher"
      form={form}
      onSubmit={submit}
      submit={`Void ${formatCents(voucher.left)}`}
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <p>Nothing can be paid with it any more. No money moves: if you owe the buyer a refund, make it in QuickBooks.</p>
      <TextArea {...form.field('reason')} label="Reason" help="Only admins see it." rows={2} maxLength={500} />
    </FormDialog>
  )
}
