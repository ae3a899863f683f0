const COMMON = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com']
/** One letter away from a common domain, but in use. */
const REAL = ['mail.com', 'ymail.com']

/** `ada@gmail.com` for `ada@gmial.com`: the likely address when the domain is one typo away from a common one. */
export function likelyEmail(typed: string): string | undefined {
  const at = typed.lastIndexOf('@')
  const domain = typed
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || COMMON.includes(domain) || REAL.includes(domain)) return undefined
  const match = COMMON.find((common) => isOneTypo(domain, common))
  return match && `${typed.slice(0, at)}@${match}`
}

/** Differs by one missing, extra or wrong letter, or by two swapped neighbors. */
function isOneTypo(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one, other].map((word) => word.slice(start, word.length - end)) as [string, string]
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].reverse().join(''))
}
