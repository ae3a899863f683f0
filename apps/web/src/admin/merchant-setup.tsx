import { AdminMerchantTab } from '../features/merchant/admin-merchant-tab.tsx'
import { GoingLive } from '../features/opening/going-live.tsx'

/** The connection to QuickBooks, and what it takes to go live with it. */
export function MerchantSetup() {
  return (
    <AdminMerchantTab>
      <GoingLive />
    </AdminMerchantTab>
  )
}
