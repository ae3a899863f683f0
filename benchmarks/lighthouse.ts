import { addresses } from '@arcadia/contract/addresses'
import lighthouse, { type Result } from 'lighthouse'
import { launchBrowser } from './support/browser.ts'
import { middleOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { startSite } from './support/site-under-test.ts'

// Lighthouse scores of the prerendered pages on its slow phone (mobile profile, simulated slow 4G, processor at a quarter). The
// median of several runs counts: `npm run bench:lighthouse -- 5` for five.

const RUNS = Number(process.argv[2] ?? 3)
const PAGES = [addresses.home.href(), addresses.privacy.href(), addresses.terms.href()]
const MAX_LCP_MS = 1200
const PORT = 20_000 + (process.pid % 20_000)

interface Run {
  scores: Record<string, number>
  lcpMs: number
  blockedMs: number
  shift: number
  lcpElement: string
}

const site = await startSite()
const browser = await launchBrowser({ debuggingPort: PORT })
const problems: string[] = []
try {
  console.log(`| page | scores | largest paint (range of ${RUNS}) | blocked | shift |\n|---|---|---|---|---|`)
  for (const path of PAGES) {
    const runs: Run[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measure(`${site.address}${path}`))
    const median = report(path, runs)
    problems.push(...problemsOf(path, median))
  }
} finally {
  await browser.close()
  await site.stop()
}
console.log(problems.length ? `\n${problems.join('\n')}` : '\nAll targets met.')
process.exitCode = problems.length ? MISSED : 0

async function measure(address: string): Promise<Run> {
  const answer = await lighthouse(address, { port: PORT, logLevel: 'error' })
  if (!answer || answer.lhr.runtimeError)
    throw new Error(answer?.lhr.runtimeError?.message ?? 'Lighthouse returned no result.')
  const { categories, audits } = answer.lhr
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: Object.fromEntries(
      Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]),
    ),
    lcpMs: figure('largest-contentful-paint'),
    blockedMs: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    lcpElement: elementIn(audits['lcp-breakdown-insight']),
  }
}

/** The element of the largest paint as a path of tags: `… SECTION DIV DIV H1 SPAN`. */
function elementIn(audit: Result['audits'][string] | undefined): string {
  const items: object[] = audit?.details?.type === 'list' ? audit.details.items : []
  const path = items.flatMap((item) => ('path' in item && typeof item.path === 'string' ? [item.path] : []))[0] ?? ''
  // Written as pairs of index and tag: `1,HTML,1,BODY`.
  return path
    .split(',')
    .filter((_, index) => index % 2)
    .join(' ')
}

function report(path: string, runs: Run[]): Run {
  const middle = (pick: (run: Run) => number) => middleOf(runs.map(pick))
  const first = runs[0]!
  const median: Run = {
    scores: Object.fromEntries(Object.keys(first.scores).map((name) => [name, middle(({ scores }) => scores[name]!)])),
    lcpMs: middle(({ lcpMs }) => lcpMs),
    blockedMs: middle(({ blockedMs }) => blockedMs),
    shift: Math.max(...runs.map(({ shift }) => shift)),
    lcpElement: first.lcpElement,
  }
  const lcps = runs.map(({ lcpMs }) => Math.round(lcpMs))
  const largest = `${Math.round(median.lcpMs)} ms (${Math.min(...lcps)}–${Math.max(...lcps)}), ${median.lcpElement.split(' ').at(-1)}`
  console.log(
    `| ${path} | ${Object.values(median.scores).join(', ')} | ${largest} | ${Math.round(median.blockedMs)} ms | ${median.shift} |`,
  )
  return median
}

function problemsOf(path: string, { scores, lcpMs, shift, lcpElement }: Run): string[] {
  const low = Object.entries(scores).filter(([, score]) => score < 100)
  return [
    ...low.map(([name, score]) => `${path}: ${name} is ${score}, not 100`),
    ...(lcpMs >= MAX_LCP_MS
      ? [`${path}: the largest paint is at ${Math.round(lcpMs)} ms, not before ${MAX_LCP_MS}`]
      : []),
    ...(shift > 0 ? [`${path}: the layout shifts by ${shift}`] : []),
    ...(path === '/' && !/ SECTION .*(H1|PICTURE IMG)/.test(lcpElement)
      ? [`${path}: the largest paint is ${lcpElement}, not the first screen's h1 or picture`]
      : []),
  ]
}
