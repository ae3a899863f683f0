/** How the first owner is called who has no name yet, on screens, paper and in files (docs/rules.md §16.8). */
export const FIRST_OWNER = 'Owner'

interface Named {
  firstName: string | null
  lastName: string | null
}

/** A dash stands for no last name, and so does the first name again (docs/rules.md §6.16). */
const isSingle = (first: string, last: string) =>
  /^[\p{Pd}\u2212._ ]*$/u.test(last) || last.toLowerCase() === first.toLowerCase()

/** `Ana Ray`, or a single name once; empty if both are. */
export function fullName({ firstName, lastName }: Named): string {
  const [first, last] = [firstName?.trim() ?? '', lastName?.trim() ?? '']
  return isSingle(first, last) ? first : `${first} ${last}`.trim()
}

/** Whether a name that somebody typed is that of several people, and so nobody's: `Priya & family`. */
export const isOfSeveral = (name: string): boolean => /[&+,]|\b(?:and|family)\b|^the\b/i.test(name.trim())

interface Working extends Named {
  username: string
  position: string | null
}

/** Nobody is called by the user name of the first start. */
export const isNameless = (person: Working) =>
  fullName(person) === '' && person.username === 'admin' && person.position === 'OWNER'

/** Somebody who works here, as the database's `person_name` says it (docs/rules.md §16.8). */
export const personName = (person: Working): string =>
  isNameless(person) ? FIRST_OWNER : fullName(person) || person.username
