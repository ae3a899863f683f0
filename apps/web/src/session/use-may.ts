import { MAY_CALL } from '@arcadia/contract/endpoint'
import { useAdminAuth } from './session.tsx'

/** For whom a part of the portal is: an owner, the office too, or everybody who works here. */
export type For = 'owner' | 'office' | 'guide'

/** Whether what is signed in to the portal is one of them (docs/rules.md §22.1). The server refuses the others in any case. */
export function useMay(): (of: For) => boolean {
  const { user } = useAdminAuth()
  // A session that was stored before there were positions is told its own when the portal opens.
  const position = user?.position ?? 'GUIDE'
  return (of) => MAY_CALL[of].some((one) => one === position)
}
