const COMMON = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com']
/** One letter from a common one, and in use. */
const REAL = ['mail.com', 'ymail.com']

/** `ada@gmail.com` for `ada@gmial.com`: what somebody meant whose domain is one slip away from a common one. */
export function likelyEmail(typed: string): string | undefined {
  const at = typed.lastIndexOf('@')
  const domain = typed
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || COMMON.includes(domain) || REAL.includes(domain)) return undefined
  const meant = COMMON.find((common) => isOneSlip(domain, common))
  return meant && `${typed.slice(0, at)}@${meant}`
}

/** A letter that is missing, too many or wrong, or two neighbors swapped. */
function isOneSlip(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one, other].map((word) => word.slice(start, word.length - end)) as [string, string]
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].reverse().join(''))
}
