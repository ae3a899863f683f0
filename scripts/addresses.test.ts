import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addresses, portal, served } from '@arcadia/contract/addresses'
import { endpointNames } from '@arcadia/contract/catalog'
import type { Endpoint } from '@arcadia/contract/endpoint'
import * as rooms from '@arcadia/contract/modules'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

interface Leaf {
  href: (of: never) => string
}

/** The addresses in a tree by name, with `:id` for what names one thing. */
function leavesOf(tree: object, within = ''): [name: string, address: string][] {
  const named = new Proxy({}, { get: (_, name) => `:${String(name)}` }) as never
  return Object.entries(tree).flatMap(([name, branch]) => {
    if (typeof branch !== 'object') return []
    const leaves = leavesOf(branch, `${within}${name}.`)
    return 'href' in branch ? [[within + name, (branch as Leaf).href(named)] as [string, string], ...leaves] : leaves
  })
}

const columns = (rows: readonly [string, string][]) => rows.map(([name, address]) => `${name.padEnd(32)}${address}`)

/** Puts as many words on a line as fit. */
function fill([first = '', ...rest]: readonly string[], width = 126): string[] {
  const lines = [first]
  for (const word of rest) {
    const longer = `${lines.at(-1)} · ${word}`
    if (longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(`  ${word}`)
  }
  return lines
}

const isCall = (value: unknown): value is Endpoint => endpointNames.has(value as Endpoint)

const calls = Object.entries(rooms).flatMap(([room, exported]) => {
  const byPath = Map.groupBy(Object.values<unknown>(exported).filter(isCall), ({ path }) => path)
  const words = [...byPath].map(([path, own]) => [...own.map(({ method }) => method), path].join(' '))
  return words.length > 0 ? fill([`${room}: ${words[0]}`, ...words.slice(1)]) : []
})

const block = (lines: readonly string[]) => ['```text', ...lines, '```', '']

const OVERVIEW = [
  '# Addresses',
  '',
  'Every address there is. Links are built from two values and never written by hand: `addresses.bookings.booking.href({ id })` for a',
  'page (`packages/contract/src/addresses.ts`), `addressOf(cancelBooking, { params: { id } })` for a call, whose path stands in its',
  'endpoint. `npm run test:unit -- scripts/addresses -u` writes this page.',
  '',
  '## `addresses`: the site',
  '',
  ...block(columns(leavesOf(addresses))),
  '## `portal`',
  '',
  ...block(columns([['', portal.href()], ...leavesOf(portal)])),
  '## `served`: beside pages and calls',
  '',
  ...block(columns(leavesOf(served))),
  '## Calls, by the file of the contract',
  '',
  ...block(calls),
]

test('docs/addresses.md lists every address, on less than 210 lines', async () => {
  expect(OVERVIEW.length).toBeLessThan(210)
  await expect(OVERVIEW.join('\n')).toMatchFileSnapshot(join(root, 'docs/addresses.md'))
})

const pages = [...leavesOf(addresses), ...leavesOf({ portal })].map(([, address]) => address.split(/[?#:]/)[0]!)
const folders = [...new Set(pages.map((page) => page.replace(/^\/|\/$/g, '')))].filter(Boolean)
/** An address at the start of a text, or the parts of one that only an address has. */
const BY_HAND = new RegExp(
  `['"\`}*]/(?:api/|#|(?:${folders.join('|')})(?=['"\`/?#$%]))|\\?tab=|&view=|#(?:token=|booking-|move-|offer-)`,
)

/** Files that may write addresses, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  'apps/web/src/admin/admin-worker.js': 'a worker without imports',
  'apps/web/src/admin/first-answer.js': 'runs before the bundle',
  'apps/web/src/after-first-paint.js': 'runs before the bundle',
  'apps/web/src/admin/arrival.test.ts': 'reads addresses that anybody may write',
  'apps/web/src/api/call.test.ts': 'tests what builds the address of a call',
  'apps/web/src/session/use-emailed-link.test.ts': 'addresses of older emails',
  'apps/server/src/features/fresh-links/fresh-links.test.ts': 'an address that is not in the tree',
  'apps/server/src/mail/mail-delivery.rules.test.ts': 'addresses of older emails',
  'apps/server/src/site/site-pages.test.ts': 'what mail filters make of addresses',
  'scripts/addresses.test.ts': 'this test',
}

async function linesByHand() {
  const within = ['apps', 'e2e', 'prove', 'benchmarks', 'scripts'].flatMap((folder) =>
    ['ts', 'tsx', 'js'].map((ending) => `${folder}/**.${ending}`),
  )
  const files = execFileSync('git', ['ls-files', '--cached', ...within, ':!apps/provider-simulator'], { cwd: root })
  const lines = String(files)
    .trim()
    .split('\n')
    .map(async (file) => {
      const text = await readFile(join(root, file), 'utf8')
      return text.split('\n').flatMap((line, nth) => {
        const isComment = /^\s*(\/\/|\/?\*)/.test(line)
        return !isComment && BY_HAND.test(line) ? [{ file, line: `${file}:${nth + 1} ${line.trim()}` }] : []
      })
    })
  return (await Promise.all(lines)).flat()
}

test('no address is written by hand', async () => {
  const found = await linesByHand()
  expect(found.filter(({ file }) => !(file in EXCEPTIONS)).map(({ line }) => line)).toEqual([])
  expect(Object.keys(EXCEPTIONS).sort(), 'no exception that is not needed').toEqual(
    [...new Set(found.map(({ file }) => file))].sort(),
  )
})
