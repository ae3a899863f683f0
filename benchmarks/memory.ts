import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answersASecond } from './support/load.ts'
import { startSite } from './support/site-under-test.ts'

// What the server holds in memory, besides PostgreSQL: when idle, and while it answers a mix of requests for a while.

const ROUNDS = Number(process.argv[2] ?? 8)
const isShort = ROUNDS === 1
const SECONDS = isShort ? 0.5 : 10
const LIMITS = { idle: 120, underLoad: 250 }

/** What is the same for everybody, what is made anew each time, what is refused. */
const MIX = [
  { path: '/api/bookings/availability/range?startDate=2027-06-01&endDate=2027-06-30', status: 200 },
  { path: '/api/bookings/availability/2027-06-01', status: 200 },
  { path: '/', status: 200 },
  { path: '/no/such/page', status: 404 },
  { path: '/api/admin/dashboard', status: 401 },
]

// As `npm start` does, whose later starts compile nothing.
const compiled = join(import.meta.dirname, '../.cache/compiled')
const site = await startSite({ settings: { NODE_COMPILE_CACHE: compiled } })
try {
  const idle = await residentAfter(isShort ? 0 : 8000)
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const asked of MIX) await answersASecond(site.address, asked, SECONDS / MIX.length)
    rounds.push(await residentAfter(0))
  }
  console.log(`| memory | MB | wanted |\n|---|---|---|`)
  console.log(`| idle | ${idle} | <= ${LIMITS.idle} |`)
  console.log(`| after each round of requests | ${rounds.join(', ')} | <= ${LIMITS.underLoad} |`)
  if (idle > LIMITS.idle || Math.max(...rounds) > LIMITS.underLoad) process.exitCode = 1
} finally {
  await site.stop()
}

async function residentAfter(milliseconds: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  const status = await readFile(`/proc/${site.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024)
}
