import type { Position } from '@arcadia/contract/accounts'
import { POSITIONS } from '@arcadia/contract/admin/people'
import { formatFullDate, formatShortDate, venueDate } from '@arcadia/contract/trip-date'

/** What became of an account after the backup, and would come undone by its restore. */
export interface ChangeSince {
  userId: number
  what: 'removed' | 'closed' | 'lowered' | 'password' | 'passkeys' | 'second-factor'
  /** ISO; null if nothing says when. */
  at: string | null
}

/** What the database that was replaced knew of the accounts in the backup; null if it was not a later state of it. */
export type ChangesSince = readonly ChangeSince[] | null

/** An account as restored. */
export interface Restored {
  id: number
  username: string
  firstName: string | null
  lastName: string | null
  position: Position | null
}

/** With the name as whoever reads it may see it. */
export interface NamedAccount extends Pick<Restored, 'id' | 'username' | 'position'> {
  name: string
}

const onDay = (at: string | null) => (at ? ` on ${formatShortDate(venueDate(new Date(at)))}` : '')

/** For people who work here; guests are told of together. */
const OF_STAFF: Record<ChangeSince['what'], (name: string, when: string, person: NamedAccount) => string> = {
  removed: (name, when) => `${name} was removed${when} and stays removed.`,
  closed: (name, when) => `${name} was removed${when} and stays removed.`,
  lowered: (name, _, { position }) =>
    `The role of ${name} had changed to ${position && POSITIONS[position].name} and stays so.`,
  password: (name, when, { username }) =>
    `The password of ${name} (${username}) was changed${when}. Both the old and the new one stopped working: "Forgot your password?" sends a link for another.`,
  passkeys: (name) => `${name} had removed passkeys. They stay removed.`,
  'second-factor': (name) => `${name} had turned on two-step sign-in. It is off and has to be turned on again.`,
}

const OF_GUESTS: Partial<Record<ChangeSince['what'], string>> = {
  removed: 'Guests who were deactivated stay so',
  closed: "Guests who closed their accounts can't sign in, but their names are back",
  password: 'Guests whose passwords were changed set a new one with "Forgot your password?"',
}

/** What whoever restores, and every owner, is told, as sentences. */
export function sinceInWords(takenAt: string, changes: ChangesSince, people: readonly NamedAccount[]): string[] {
  const backup = `the backup of ${formatFullDate(venueDate(new Date(takenAt)))}`
  if (!changes)
    return [
      `Nobody can tell who was removed since ${backup}, or whose password was changed: it replaced no later database. Those people can sign in again, with the old passwords and passkeys. Look through Users, and remove them again.`,
    ]
  const known = changes.flatMap((change) => {
    const person = people.find(({ id }) => id === change.userId)
    return person ? [{ ...change, person }] : []
  })
  const staff = known.flatMap(({ what, at, person }) =>
    person.position ? [OF_STAFF[what](person.name, onDay(at), person)] : [],
  )
  const guests = Object.entries(OF_GUESTS).flatMap(([what, words]) => {
    const names = known.filter((one) => one.what === what && !one.person.position).map(({ person }) => person.name)
    return names.length > 0 ? [`${words}: ${names.join(', ')}.`] : []
  })
  const all = [...staff, ...guests]
  return all.length > 0
    ? [`Since ${backup}:`, ...all]
    : [`Since ${backup} nobody was removed and no password was changed.`]
}
