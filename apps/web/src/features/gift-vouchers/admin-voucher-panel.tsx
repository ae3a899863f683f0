import { portal } from '@arcadia/contract/addresses'
import { REFUND_KINDS } from '@arcadia/contract/admin/bookings'
import { type AdminGiftVoucher, showVoucherCode, type VoucherStatus } from '@arcadia/contract/admin/gift-vouchers'
import { PAY_METHODS } from '@arcadia/contract/admin/manual-payments'
import { endingIn } from '@arcadia/contract/gift-vouchers'
import { giftInWords } from '@arcadia/contract/gifts'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Money } from '../../ui/money.tsx'
import { PanelList, PanelSection, SidePanel } from '../../ui/side-panel.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { ExpiryDialog, UndoSaleDialog, VoidDialog } from './change-voucher-dialogs.tsx'
import { HandOver } from './hand-over.tsx'
import { VoucherCharge } from './voucher-charge.tsx'
import { AnotherVoucherLink } from './voucher-link.tsx'
import { VOUCHER_LOOKS } from './voucher-words.ts'

/** All that belongs to one gift voucher, and what can be changed about it. */
export function AdminVoucherPanel({ voucher, onClose }: { voucher: AdminGiftVoucher; onClose: () => void }) {
  const { worth, trip, left, recipientName, senderName, words, by, expiresOn } = voucher
  const { isSold, sale, charge, buyerEmail, buyerPhone } = voucher
  const [asked, setAsked] = useState<'expiry' | 'void' | 'given-back' | 'mistake'>()
  const close = () => setAsked(undefined)
  const isVoid = voucher.status === 'VOID'
  return (
    <SidePanel title={`Gift voucher for ${recipientName}`} onClose={onClose}>
      <section className="panel__s" aria-label="Gift voucher">
        {voucher.status === 'UNPAID' ? (
          <div className="mb-4 grid gap-3">
            <p>
              <VoucherTag status={voucher.status} />
            </p>
            <AnotherVoucherLink key={voucher.id} voucher={voucher} />
          </div>
        ) : (
          <Code key={voucher.id} voucher={voucher} />
        )}
        <SummaryList
          rows={[
            trip && { label: 'Gives', value: giftInWords({ trip, worth }) },
            { label: trip ? 'Paid for it' : 'Worth', value: <Money cents={worth} /> },
            { label: 'Left', value: <Money cents={left} />, isDue: true },
            { label: 'From', value: senderName },
            {
              label: sale ? 'Sold by' : by.isAdmin ? 'Made by' : 'Bought by',
              value: by.isAdmin && isSold && !sale ? `${by.name}, in place of a paid one` : by.name,
            },
            sale && { label: 'Paid', value: howPaid(sale) },
            charge !== null &&
              charge.takenBack > 0 && { label: REFUND_KINDS.CHARGED_BACK, value: <Money cents={charge.takenBack} /> },
            buyerPhone !== null && { label: 'Phone', value: <PhoneLink phone={buyerPhone} to={senderName} /> },
            buyerEmail !== null && { label: 'Email', value: <span className="wrap-anywhere">{buyerEmail}</span> },
            { label: 'Emailed', value: emailed(voucher) },
            { label: 'Good through', value: expiresOn ? formatDate(expiresOn) : 'No expiration' },
          ]}
        />
        <VoucherCharge key={`charge-${voucher.id}`} voucher={voucher} />
        {words && <p className="mt-4 wrap-anywhere whitespace-pre-line">{words}</p>}
        {!isVoid && (
          <div className="acts-row mt-4">
            {!isSold && <Button onClick={() => setAsked('expiry')}>Change expiration</Button>}
            {sale && sale.method !== 'LINK' && left === worth && (
              <>
                <Button onClick={() => setAsked('given-back')}>Given back</Button>
                <Button onClick={() => setAsked('mistake')}>Recorded by mistake</Button>
              </>
            )}
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
      {(asked === 'given-back' || asked === 'mistake') && (
        <UndoSaleDialog voucher={voucher} isGivenBack={asked === 'given-back'} onClose={close} />
      )}
    </SidePanel>
  )
}

/** The end of the code; a press shows the whole one, and the change log says who looked. */
function Code({ voucher }: { voucher: AdminGiftVoucher }) {
  const { id, lastFour } = voucher
  const { data, error, mutate, reset, isPending } = useMutation({
    mutationFn: () => call(showVoucherCode, { params: { id } }),
  })
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <b className="num" role="status" translate="no">
          {data?.code ?? endingIn(lastFour)}
        </b>
        {data && <CopyButton text={data.code} label="Copy the code" />}
        <Button size="sm" busy={isPending} onClick={data ? reset : () => mutate()}>
          {data ? 'Hide code' : 'Show code'}
        </Button>
        {error && <Banner>{error.message}</Banner>}
        <VoucherTag status={voucher.status} />
      </div>
      {data && voucher.status === 'GOOD' && <HandOver voucher={voucher} code={data.code} />}
    </div>
  )
}

function howPaid({ method, note, isUndone }: NonNullable<AdminGiftVoucher['sale']>): string {
  return `${PAY_METHODS[method].name}${note ? `, ${note}` : ''}${isUndone ? ' (undone)' : ''}`
}

function emailed({ recipientEmail: to, sentAt, sendOn, uses }: AdminGiftVoucher): ReactNode {
  if (!to) return 'Not emailed'
  const used = uses.reduce((sum, { amount, isBack }) => sum + (isBack ? -amount : amount), 0)
  if (!sentAt && used > 0) return 'Not emailed, it was used first'
  const when = sentAt ? formatDate(venueDate(sentAt)) : sendOn ? `on ${formatDate(sendOn)}` : 'any moment now'
  return (
    <span className="wrap-anywhere">
      {to}, {when}
    </span>
  )
}

function Uses({ voucher: { uses } }: { voucher: AdminGiftVoucher }) {
  return (
    <PanelSection title="Used for">
      <PanelList rows={uses} empty="Not used yet.">
        {({ id, bookingId, confirmationNumber, amount, isBack, at }) => (
          <li key={id}>
            <span>
              <Link to={portal.bookings.href({ id: bookingId })}>{confirmationNumber}</Link>
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

export function VoucherTag({ status }: { status: VoucherStatus }) {
  return <StatusTag {...VOUCHER_LOOKS[status]} />
}
