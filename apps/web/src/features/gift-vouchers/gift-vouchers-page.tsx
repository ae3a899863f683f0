import { useSession } from '../../session/session.tsx'
import { GiftForm } from './gift-form.tsx'

/** Sells gift vouchers, and lists those already bought (docs/rules.md §13). */
export function GiftVouchersPage() {
  const { session } = useSession()
  return <GiftForm key={session?.user.id} />
}
