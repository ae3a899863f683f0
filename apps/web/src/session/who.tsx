import type { User } from '@arcadia/contract/accounts'
import { fullName } from '@arcadia/contract/full-name'
import { useAdminAuth } from './session.tsx'

/** How the server names somebody who works here: `person_name`. */
export const personName = (person: Pick<User, 'firstName' | 'lastName' | 'username' | 'position'>) =>
  fullName(person) || (person.username === 'admin' && person.position === 'OWNER' ? 'Owner' : person.username)

/** Who did something, on a screen: "you" for oneself. Paper and files name everybody. */
export function Who({ name, isFirst = false }: { name: string | null; isFirst?: boolean }) {
  const { user } = useAdminAuth()
  if (!user || name !== personName(user)) return name
  return isFirst ? 'You' : 'you'
}
