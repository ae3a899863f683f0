import {
  type AdminGiftVoucher,
  recordVoucherChargeback,
  winVoucherChargeback,
} from '@arcadia/contract/admin/gift-vouchers'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { ChargebackDialog, WonBack } from '../refunds/chargeback-dialog.tsx'

/** What an owner records of a dispute about what a card paid for a gift voucher (docs/rules.md §3.43). */
export function VoucherCharge({ voucher: { id, charge } }: { voucher: Pick<AdminGiftVoucher, 'id' | 'charge'> }) {
  const isOwner = useMay()('owner')
  const [isAsked, setAsked] = useState(false)
  if (!charge || !isOwner) return null
  const { left, takenBack } = charge
  return (
    <div className="mt-2">
      {left > 0 && (
        <Button variant="text" size="sm" className="px-0" onClick={() => setAsked(true)}>
          The bank took it back
        </Button>
      )}
      {takenBack > 0 && <WonBack record={() => call(winVoucherChargeback, { params: { id } })} />}
      {isAsked && (
        <ChargebackDialog
          draft={`voucher-chargeback.${id}`}
          what="payment"
          left={left}
          record={(body) => call(recordVoucherChargeback, { params: { id }, body })}
          onClose={() => setAsked(false)}
        >
          <p>The voucher stays as good as it is. Void it if nobody should use it anymore.</p>
        </ChargebackDialog>
      )}
    </div>
  )
}
