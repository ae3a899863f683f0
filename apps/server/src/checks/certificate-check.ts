import { once } from 'node:events'
import { connect } from 'node:tls'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { type Clock, HOUR_MS } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Check, Finding } from '../feature.ts'
import { askedAtMost } from './asked-at-most.ts'

const TIMEOUT_MS = 5000
/** Whoever renews certificates does it with about a third of their time left, so with less than this it has failed. */
const LEFT_AT_LEAST = 1 / 6

interface Certificate {
  from: Date
  until: Date
}

/**
 * Sees while there is time that nobody renewed the certificate (docs/rules.md §12.7); looks once an hour.
 * @param read undefined where this machine can't reach its own public address
 */
export function certificateCheck(
  { config: { publicUrl }, clock }: { config: Pick<Config, 'publicUrl'>; clock: Clock },
  read: (url: URL) => Promise<Certificate | undefined> = readCertificate,
): Check {
  const url = new URL(publicUrl)
  const ask = askedAtMost(clock, HOUR_MS, () => read(url))

  async function look(): Promise<Finding> {
    const now = clock.now().getTime()
    const seen = await ask()
    if (!seen) return { about: `certificate: nobody could be asked at ${url.host} from here`, problems: [] }
    const { from, until } = seen
    const lastDay = formatDate(venueDate(until))
    const isOver = until.getTime() <= now
    const isLate = until.getTime() - now < (until.getTime() - from.getTime()) * LEFT_AT_LEAST
    const problem = isOver
      ? `the certificate of ${url.host} ended on ${lastDay}, so browsers turn guests away`
      : `the certificate of ${url.host} ends on ${lastDay}, and nobody has renewed it`
    return { about: `certificate: it lasts until ${lastDay}`, problems: isLate ? [problem] : [] }
  }

  return {
    name: 'certificate',
    look,
    remedy: 'See why the proxy in front of the site no longer renews it.',
    stopsOpening: true,
    alarm: {},
  }
}

async function readCertificate({ hostname, port }: URL): Promise<Certificate | undefined> {
  const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { valid_from, valid_to } = socket.getPeerCertificate()
    return { from: new Date(valid_from), until: new Date(valid_to) }
  } finally {
    socket.destroy()
  }
}
