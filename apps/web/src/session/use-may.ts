import { MAY_CALL } from '@arcadia/contract/endpoint'
import { useAdminAuth } from './session.tsx'

/** Who a part of the portal is for: owners only, the office too, or all staff. */
export type For = 'owner' | 'office' | 'guide'

/** Whether the signed-in person is one of them (docs/rules.md §22.1). The server enforces it in any case. */
export function useMay(): (of: For) => boolean {
  const { user } = useAdminAuth()
  // A session stored before positions existed gets its own when the portal opens.
  const position = user?.position ?? 'GUIDE'
  return (of) => MAY_CALL[of].some((one) => one === position)
}
