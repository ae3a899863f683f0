import { once } from 'node:events'
import { ADMIN_PASSWORD, spawnSeed, startSite } from './support/site-under-test.ts'

// The first page of every list of the portal in each of its orders, its searches and what the tabs show besides, asked of
// two servers in turn: one with a small season, one with years of business. How long it takes must hardly depend on how
// much there is. Three orders are left out (README).

const ROUNDS = Number(process.argv[2] ?? 60)
const MAX_RATIO = 3

const small = await startSite({ prepare: (folder) => seed(folder) })
const large = await startSite({ prepare: (folder) => seed(folder, '--large') })
const CALLS = [
  '/admin/bookings?page=0',
  '/admin/bookings?page=0&status=CONFIRMED',
  '/admin/bookings?page=0&status=CANCELLED',
  '/admin/bookings?page=0&q=garcia',
  '/admin/bookings?page=0&q=mary%20s',
  '/admin/bookings?page=0&q=JB-0000',
  '/admin/bookings?page=0&q=nobody%20of%20this%20name',
  '/admin/bookings?page=0&q=garcia&status=CONFIRMED',
  '/admin/bookings?page=0&userId=20',
  ...['name', '-name', 'date', '-date', 'guests', 'total', '-total', 'deposit', 'status'].map(
    (sort) => `/admin/bookings?page=0&sort=${sort}`,
  ),
  '/admin/users?page=0',
  '/admin/users?page=0&status=INACTIVE',
  '/admin/users?page=0&q=garcia',
  '/admin/users?page=0&q=mary%20s',
  '/admin/users?page=0&q=nobody%20of%20this%20name',
  ...['name', '-name', 'email', 'role'].map((sort) => `/admin/users?page=0&sort=${sort}`),
  '/enquiries?page=0',
  '/enquiries/status/NEW?page=0',
  '/enquiries/search?q=garcia&page=0',
  '/enquiries/search?q=chicago&page=0',
  '/enquiries/search?q=nobody%20of%20this%20name&page=0',
  '/enquiries/stats',
  ...['name', 'email', 'status'].map((sort) => `/enquiries?page=0&sort=${sort}`),
  '/booking-queries/admin?page=0',
  '/booking-queries/admin/status/NEW?page=0',
  '/booking-queries/admin/search?q=garcia&page=0',
  '/booking-queries/admin/search?q=shade&page=0',
  '/booking-queries/admin/search?q=nobody%20of%20this%20name&page=0',
  '/booking-queries/admin/stats',
  '/booking-queries/admin?page=0&sort=status',
  '/admin/reviews?page=0',
  '/admin/reviews?page=0&status=NEW',
  '/admin/refunds',
  '/admin/refund-requests?page=0',
  '/admin/dashboard',
  '/admin/dashboard/overview',
  '/admin/dashboard/season',
  `/admin/dashboard/days/${await firstDayOfSeason()}`,
  '/admin/day-moves',
  '/admin/mails?page=0',
  '/admin/mails?page=0&status=SENT',
  '/admin/mails?page=0&status=FAILED',
  '/admin/mails?page=0&q=garcia',
  '/admin/mails?page=0&q=JB-0000',
  '/admin/mails?page=0&q=nobody%20of%20this%20name',
  '/admin/audit-log?page=0',
  '/admin/audit-log?page=0&q=admin',
  '/admin/audit-log?page=0&q=enquiry%2012',
  '/admin/audit-log?page=0&subjectKind=enquiry&subjectId=12',
  '/bookings/config',
]

let isOver = false
try {
  const sites = [await signIn(small.address), await signIn(large.address)]
  const times = new Map(CALLS.map((call) => [call, sites.map((): number[] => [])]))
  // The first rounds warm both servers up and are not counted.
  for (let round = -10; round < ROUNDS; round++)
    for (const call of CALLS)
      for (const [index, ask] of sites.entries()) {
        const took = await ask(call)
        if (round >= 0) times.get(call)![index]!.push(took)
      }
  console.log('ratio   small     large')
  for (const [call, [few, many]] of times) report(call, median(few!), median(many!))
} finally {
  await small.stop()
  await large.stop()
}
process.exitCode = isOver ? 1 : 0

async function firstDayOfSeason(): Promise<string> {
  const config = await fetch(`${small.address}/api/bookings/config`)
  return ((await config.json()) as { seasonStart: string }).seasonStart
}

async function seed(folder: string, ...words: string[]): Promise<void> {
  const [code] = await once(spawnSeed(folder, words), 'exit')
  if (code !== 0) throw new Error(`The seed ended with ${code}.`)
}

/** Milliseconds that a call of the signed-in admin takes, its answer read whole. */
async function signIn(address: string): Promise<(call: string) => Promise<number>> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usernameOrEmail: 'admin', password: ADMIN_PASSWORD }),
  })
  const { token } = (await answer.json()) as { token: string }
  return async (call) => {
    const startedAt = performance.now()
    const response = await fetch(`${address}/api${call}`, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${call}: ${response.status} ${text}`)
    return performance.now() - startedAt
  }
}

function report(call: string, few: number, many: number): void {
  const ratio = many / few
  isOver ||= ratio > MAX_RATIO
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(8)
  console.log(
    `${ratio.toFixed(1).padStart(5)}  ${ms(few)}  ${ms(many)}  ${call}${ratio > MAX_RATIO ? '  TOO SLOW' : ''}`,
  )
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
}
