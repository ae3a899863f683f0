import {
  type AdminGiftVoucher,
  setVoucherExpiry,
  undoVoucherSale,
  voidGiftVoucher,
} from '@arcadia/contract/admin/gift-vouchers'
import { formatCents } from '@arcadia/contract/money'
import { formatDate } from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

interface ChangeVoucherProps {
  voucher: AdminGiftVoucher
  onClose: () => void
}

export function ExpiryDialog({ voucher, onClose }: ChangeVoucherProps) {
  const form = useContractForm(setVoucherExpiry.body, { expiresOn: voucher.expiresOn ?? '' })
  const submit = form.submit(
    (body) => call(setVoucherExpiry, { params: { id: voucher.id }, body }),
    (_, { expiresOn }) => {
      toast(expiresOn ? `Good through ${formatDate(expiresOn)}.` : 'It no longer expires.')
      onClose()
    },
  )
  return (
    <FormDialog
      title="Change expiration"
      form={form}
      onSubmit={submit}
      submit="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('expiresOn')} label="Good through" type="date" help="Leave blank for no expiration." />
    </FormDialog>
  )
}

/** What was paid by hand is given back whole, or never came in. */
export function UndoSaleDialog({ voucher, isGivenBack, onClose }: ChangeVoucherProps & { isGivenBack: boolean }) {
  const price = formatCents(voucher.worth)
  const form = useDraftForm(`undo-sale.${voucher.id}`, z.pick(undoVoucherSale.body, { reason: true }), { reason: '' })
  const submit = form.submit(
    ({ reason }) => call(undoVoucherSale, { params: { id: voucher.id }, body: { reason, isGivenBack } }),
    () => {
      form.forget()
      toast(isGivenBack ? `${price} was given back.` : `${price} removed.`)
      onClose()
    },
  )
  return (
    <FormDialog
      title={isGivenBack ? 'Given back' : 'Recorded by mistake'}
      form={form}
      onSubmit={submit}
      submit={isGivenBack ? `${price} was given back` : `Remove ${price}`}
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <p>
        {isGivenBack ? `You gave ${price} back yourself. It counts as refunded` : `${price} won't count as paid`}, and
        the voucher can't be used anymore.
      </p>
      <TextArea {...form.field('reason')} label="Reason" help="Guests never see this." rows={2} maxLength={500} />
    </FormDialog>
  )
}

export function VoidDialog({ voucher, onClose }: ChangeVoucherProps) {
  const form = useDraftForm(`void-voucher.${voucher.id}`, voidGiftVoucher.body, { reason: '' })
  const submit = form.submit(
    (body) => call(voidGiftVoucher, { params: { id: voucher.id }, body }),
    () => {
      form.forget()
      toast('Gift voucher voided.')
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
      <p>It can't be used anymore. No money moves: if you owe the buyer a refund, send it from QuickBooks.</p>
      <TextArea {...form.field('reason')} label="Reason" help="Guests never see this." rows={2} maxLength={500} />
    </FormDialog>
  )
}
