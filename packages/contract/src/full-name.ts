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
