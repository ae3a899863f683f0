import { addressOf } from '@arcadia/contract/addresses'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { type Asked, answersASecond } from './support/load.ts'
import { middleOf, p99Of, rangeOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { startProgram, startSite } from './support/site-under-test.ts'

// Reads per second from one process, against a bare Fastify "hello world", measured alternately; and how soon another process's
// commit shows up in them.

const PAIRS = Number(process.argv[2] ?? 5)
const SECONDS = PAIRS === 1 ? 0.5 : 2
const COMMITS = PAIRS === 1 ? 10 : 200
const VISIBLE_MS = 50

const MONTH = addressOf(getAvailabilityRange, { query: { startDate: '2027-06-01', endDate: '2027-06-30' } })
const CLAIMS: { name: string; path: string; atLeast: number; isConditional?: boolean; isCompressed?: boolean }[] = [
  { name: 'a month of availability', path: MONTH, atLeast: 0.5 },
  { name: 'the same, unchanged (304)', path: MONTH, atLeast: 0.5, isConditional: true },
  { name: 'the configuration', path: getBookingConfig.path, atLeast: 0.6 },
  { name: 'the landing page', path: '/', atLeast: 0.4, isCompressed: true },
]

pinTo(0)
const site = await startSite()
const hello = await startProgram('benchmarks/support/hello.ts')
pinTo(1)
try {
  console.log(`| read | ratio (range of ${PAIRS} pairs) | wanted | a second | hello a second |\n|---|---|---|---|---|`)
  for (const claim of CLAIMS) {
    const asked = await askedOf(claim)
    const pairs: [ours: number, reference: number][] = []
    for (let pair = 0; pair < PAIRS; pair++)
      pairs.push([
        await answersASecond(site.address, asked, SECONDS),
        await answersASecond(hello.address, { path: '/', status: 200 }, SECONDS),
      ])
    const ratios = pairs.map(([ours, reference]) => ours / reference)
    const perSecond = [0, 1].map((side) => Math.round(middleOf(pairs.map((pair) => pair[side]!))))
    console.log(`| ${claim.name} | ${rangeOf(ratios, 2)} | >= ${claim.atLeast} | ${perSecond.join(' | ')} |`)
    if (middleOf(ratios) < claim.atLeast) process.exitCode = MISSED
  }
  const waits = await visibleAfter()
  const late = p99Of(waits)
  console.log(`\nAnother process's commit shows up after ${middleOf(waits).toFixed(1)} ms, p99 ${late.toFixed(1)} ms`)
  console.log(`(${COMMITS} commits, including the request; wanted: p99 <= ${VISIBLE_MS} ms).`)
  if (late > VISIBLE_MS) process.exitCode = MISSED
} finally {
  await hello.stop()
  await site.stop()
}

async function askedOf({ path, isConditional, isCompressed }: (typeof CLAIMS)[number]): Promise<Asked> {
  const headers = isCompressed ? { 'accept-encoding': 'br' } : undefined
  if (!isConditional) return { path, status: 200, ...(headers && { headers }) }
  const etag = (await fetch(site.address + path)).headers.get('etag')
  return { path, status: etag ? 304 : 200, ...(etag && { headers: { 'if-none-match': etag } }) }
}

/** Milliseconds from each commit to the end of the first answer that includes it, polling without a pause. */
async function visibleAfter(): Promise<number[]> {
  const database = new pg.Client(await site.databaseUrl())
  await database.connect()
  const shown = async () => {
    const days: Record<string, { bookable: boolean; availableSpots: number }> = await (
      await fetch(site.address + MONTH)
    ).json()
    return Object.values(days).find(({ bookable }) => bookable)!.availableSpots
  }
  const waits: number[] = []
  for (let commit = 0; commit < COMMITS; commit++) {
    const spots = commit % 2 === 0 ? 5 : 4
    await database.query(`update booking_config set max_capacity = $1`, [spots])
    const committed = performance.now()
    while ((await shown()) !== spots);
    waits.push(performance.now() - committed)
  }
  await database.end()
  return waits
}
