import { personName } from '@arcadia/contract/full-name'
import { useAdminAuth } from './session.tsx'

/** Who did something, on a screen: "you" for oneself. Paper and files name everybody. */
export function Who({ name, isFirst = false }: { name: string | null; isFirst?: boolean }) {
  const { user } = useAdminAuth()
  if (!user || name !== personName(user)) return name
  return isFirst ? 'You' : 'you'
}
