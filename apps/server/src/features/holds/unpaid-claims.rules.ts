import { MINUTE_MS } from '../../clock.ts'
import { isMailProvider } from '../../mail/mail-providers.ts'

/** What a person who has never paid keeps from others. */
export interface UnpaidClaim {
  customer: number
  network: string
  email: string | null
  held: number
  offered: number
  /** The largest that ended unpaid in the last `ENDED_COUNTS_MS`. */
  ended: number
}

/** How long what was let go of unpaid still counts. */
export const ENDED_COUNTS_MS = 15 * MINUTE_MS

/** Parts of the open season that people who have never paid may keep (docs/rules.md §2.9). */
const SHARES = { network: 0.05, '/56': 0.1, '/48': 0.15, domain: 0.15, all: 0.25 }
type Kind = keyof typeof SHARES
/** A network may keep this much of a small season, too. */
const LEAST_OF_A_NETWORK = 8

/** Limits what people who have never paid may keep of the open spots, which holds and offers don't reduce (docs/rules.md §2.9). */
export function limitUnpaid(claims: readonly UnpaidClaim[], openSpots: number) {
  const known = new Map<number, UnpaidClaim>()
  const kept = new Map<string, number>()

  const add = (claim: UnpaidClaim, sign: 1 | -1) => {
    for (const [group] of groupsOf(claim)) kept.set(group, (kept.get(group) ?? 0) + sign * spotsOf(claim))
  }

  const put = (claim: UnpaidClaim) => {
    const before = known.get(claim.customer)
    if (before) add(before, -1)
    known.set(claim.customer, claim)
    add(claim, 1)
  }
  for (const claim of claims) put(claim)

  const isAbove = (group: string, kind: Kind) =>
    (kept.get(group) ?? 0) > Math.max(SHARES[kind] * openSpots, kind === 'network' ? LEAST_OF_A_NETWORK : 0)

  return {
    /** Counts what a person wants to keep, and returns true, unless that would exceed a limit. */
    mayKeep(
      { customer, network, email }: Pick<UnpaidClaim, 'customer' | 'network' | 'email'>,
      change: (now: Pick<UnpaidClaim, 'held' | 'offered' | 'ended'>) => Partial<UnpaidClaim>,
    ): boolean {
      const before = known.get(customer) ?? { customer, network, email, held: 0, offered: 0, ended: 0 }
      const after = { ...before, network, email, ...change(before) }
      put(after)
      if (![...groupsOf(after)].some(([group, kind]) => isAbove(group, kind))) return true
      put(before)
      return false
    },
  }
}

export type UnpaidLimit = ReturnType<typeof limitUnpaid>

/** A person counts once. */
const spotsOf = ({ held, offered, ended }: UnpaidClaim) => Math.max(held + offered, ended)

/** The groups of people a claim counts in. */
function groupsOf({ network, email }: UnpaidClaim): Map<string, Kind> {
  const groups = new Map<string, Kind>([
    ['all', 'all'],
    [network, 'network'],
  ])
  const parts = network.split(':')
  if (parts.length > 1) {
    const [one, two, three, four] = parts as [string, string, string, string]
    groups.set(`${one}:${two}:${three}:${four.padStart(4, '0').slice(0, 2)}00::/56`, '/56')
    groups.set(`${one}:${two}:${three}::/48`, '/48')
  }
  const domain = email && registeredDomain(email)
  if (domain && !isMailProvider(domain)) groups.set(`@${domain}`, 'domain')
  return groups
}

/** Under a country's top level, names that are not somebody's own. */
const SECOND_LEVEL = /^(ac|co|com|edu|go|gov|ltd|me|ne|net|nom|or|org|plc)$/

/** The part of an address that somebody registered, so that made-up subdomains count together: `b.co.uk` of `x@a.b.co.uk`. */
function registeredDomain(email: string): string {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && SECOND_LEVEL.test(second) ? -3 : -2).join('.')
}
