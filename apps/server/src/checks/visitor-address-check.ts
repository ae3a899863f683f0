import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { served } from '@arcadia/contract/addresses'
import { type Clock, HOUR_MS } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Check } from '../feature.ts'
import { askedAtMost } from './asked-at-most.ts'

const TIMEOUT_MS = 5000
/** Nobody's (RFC 5737). */
const CLAIMED = '192.0.2.86'
const PRIVATE =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe80:)/i

/**
 * Asks the site as a visitor would, through whatever stands in front of it, which address it sees (docs/rules.md §12.11).
 * @param own the addresses of this machine
 */
export function visitorAddressCheck(
  { config: { publicUrl }, clock }: { config: Pick<Config, 'publicUrl'>; clock: Clock },
  own: readonly string[] = ownAddresses(),
): Check {
  const ask = askedAtMost(clock, HOUR_MS, () => askSeen(publicUrl))
  return {
    name: 'visitor-address',
    remedy:
      'Set TRUST_PROXY to the number of proxies in front of the site, or to their networks, and let each pass on whom it sees.',
    stopsOpening: true,
    async look() {
      const seen = await ask()
      return {
        about: seen
          ? "proxies: the site sees each visitor's address"
          : `proxies: nobody could be asked at ${publicUrl} from here`,
        problems: problemsOf(seen, own),
      }
    },
  }
}

/** Undefined where this machine can't reach its own public address, as behind some routers. */
async function askSeen(publicUrl: string): Promise<string | undefined> {
  const headers = { 'x-forwarded-for': CLAIMED }
  const answer = await fetch(publicUrl + served.live.href(), { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.json() as Promise<{ address?: unknown }>)
    .catch(() => undefined)
  const address = String(answer?.address).replace(/^::ffff:/, '')
  return isIP(address) ? address : undefined
}

function problemsOf(seen: string | undefined, own: readonly string[]): string[] {
  if (seen === CLAIMED) return ['TRUST_PROXY: visitors can make up their address and get past every limit']
  if (seen && PRIVATE.test(seen) && !own.includes(seen))
    return [
      `TRUST_PROXY: every visitor has the address ${seen}, which is a proxy's, so they share one limit and lock each other out`,
    ]
  return []
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address))
