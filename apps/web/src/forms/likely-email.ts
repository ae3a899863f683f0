const COMMON = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'comcast.net',
  'verizon.net',
  'bellsouth.net',
  'sbcglobal.net',
]
/** One letter away from a common name, but in use. */
const REAL = ['mail', 'ymail']

/** No domain ends so. */
const MISTYPED_COM = /\.(?:con|cmo|ocm|vom|xom|comm)$/

/** `ada@gmail.com` for `ada@gmial.con`: the likely address when name and ending are each at most one typo away from a common domain's; of any other domain `.com` for `.con`. */
export function likelyEmail(typed: string): string | undefined {
  const at = typed.lastIndexOf('@')
  const domain = typed
    .slice(at + 1)
    .trim()
    .toLowerCase()
  const [name, ending] = partsOf(domain)
  if (at < 1 || COMMON.includes(domain) || REAL.includes(name)) return undefined
  const match = COMMON.find((common) => {
    const [commonName, commonEnding] = partsOf(common)
    // A short name with another ending is more likely somebody else's.
    const mayBeTwo = commonName.length >= 5
    return isOneTypo(domain, common) || (mayBeTwo && isOneTypo(name, commonName) && isOneTypo(ending, commonEnding))
  })
  if (!match && !MISTYPED_COM.test(domain)) return undefined
  return `${typed.slice(0, at)}@${match ?? domain.replace(MISTYPED_COM, '.com')}`
}

function partsOf(domain: string): [name: string, ending: string] {
  const dot = domain.lastIndexOf('.')
  return [domain.slice(0, Math.max(dot, 0)), domain.slice(dot + 1)]
}

/** Equal, or differs by one missing, extra or wrong letter, or by two swapped neighbors. */
function isOneTypo(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one, other].map((word) => word.slice(start, word.length - end)) as [string, string]
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].reverse().join(''))
}
