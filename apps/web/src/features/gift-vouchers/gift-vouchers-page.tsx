import type { GiftVoucher } from '@arcadia/contract/gift-vouchers'
import { useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { Bought, MyVouchers } from './bought-vouchers.tsx'
import { type Gift, GiftForm, useGiftDraft } from './gift-form.tsx'
import { PayForGift } from './pay-for-gift.tsx'

/** Buys gift vouchers by card and lists those already bought (docs/rules.md §13). */
export function GiftVouchersPage() {
  const { session } = useSession()
  const [gift, setGift] = useState<Gift>()
  const [isPaying, setPaying] = useState(false)
  const [bought, setBought] = useState<GiftVoucher>()
  const draft = useGiftDraft()
  return (
    <PlatePage title="Gift vouchers">
      {bought ? (
        <Bought
          voucher={bought}
          onAnother={() => {
            setBought(undefined)
            setGift(undefined)
          }}
        />
      ) : isPaying && gift && session ? (
        <PayForGift
          gift={gift}
          onBack={() => setPaying(false)}
          onPaid={(voucher) => {
            draft.forget()
            setPaying(false)
            setBought(voucher)
          }}
        />
      ) : (
        <GiftForm
          onDone={(filled) => {
            setGift(filled)
            setPaying(true)
          }}
        />
      )}
      {session && !isPaying && !bought && <MyVouchers />}
    </PlatePage>
  )
}
