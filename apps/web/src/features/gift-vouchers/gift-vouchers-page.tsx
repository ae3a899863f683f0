import type { GiftVoucher } from '@arcadia/contract/gift-vouchers'
import { useState } from 'react'
import { forgetDraft } from '../../forms/use-draft.ts'
import { useSession } from '../../session/session.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { Bought, MyVouchers } from './bought-vouchers.tsx'
import { GIFT_DRAFT, type Gift, GiftForm } from './gift-form.tsx'
import { PayForGift } from './pay-for-gift.tsx'

/** Buys gift vouchers by card and lists those already bought (docs/rules.md §13). */
export function GiftVouchersPage() {
  const { session } = useSession()
  const [order, setOrder] = useState<{ gift: Gift; buyerId: number }>()
  const [bought, setBought] = useState<GiftVoucher>()
  // Nobody else pays for it, or sees it.
  const isPaying = order !== undefined && order.buyerId === session?.user.id
  return (
    <PlatePage title="Gift vouchers">
      {bought ? (
        <Bought voucher={bought} onAnother={() => setBought(undefined)} />
      ) : isPaying ? (
        <PayForGift
          gift={order.gift}
          onBack={() => setOrder(undefined)}
          onPaid={(voucher) => {
            forgetDraft(GIFT_DRAFT)
            setOrder(undefined)
            setBought(voucher)
          }}
        />
      ) : (
        <GiftForm onDone={(gift, buyerId) => setOrder({ gift, buyerId })} />
      )}
      {session && !isPaying && !bought && <MyVouchers />}
    </PlatePage>
  )
}
