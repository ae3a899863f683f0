import { useSession } from '../../session/session.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { MyVouchers } from './bought-vouchers.tsx'
import { GiftForm } from './gift-form.tsx'

/** Orders gift vouchers, which their link pays, and lists those already bought (docs/rules.md §13). */
export function GiftVouchersPage() {
  const { session } = useSession()
  return (
    <PlatePage title="Gift vouchers">
      <GiftForm key={session?.user.id} />
      {session && <MyVouchers />}
    </PlatePage>
  )
}
