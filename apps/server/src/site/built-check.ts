import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, MINUTE_MS } from '../clock.ts'
import { checkout } from '../environment.ts'
import type { Check, Finding } from '../feature.ts'

export const webDist = join(checkout, 'apps/web/dist')

/** Written by the build: each file that can act on a page, as `sha256sum` writes it. */
export const BUILT = 'built.sha256'

/** Far more often than the week that the card industry asks for, and still no work to speak of. */
const AGAIN_AFTER_MS = 10 * MINUTE_MS
const NAMED_AT_MOST = 3

/** Whether the pages on which cards are typed still are what was built (docs/rules.md §12.17). */
export function builtCheck({ clock, distDir = webDist }: { clock: Clock; distDir?: string }): Check {
  let last: { at: number; finding: Promise<Finding> } | undefined
  return {
    name: 'payment-page',
    look() {
      const at = clock.now().getTime()
      if (!last || Math.abs(at - last.at) >= AGAIN_AFTER_MS) last = { at, finding: lookAt(distDir) }
      return last.finding
    },
    remedy: 'Disconnect QuickBooks until you know who changed it, then install the release again.',
    stopsOpening: true,
    alarm: { sentence: "The payment page doesn't serve what was built." },
  }
}

async function lookAt(distDir: string): Promise<Finding> {
  const list = await readFile(join(distDir, BUILT), 'utf8').catch(() => '')
  const built = [...list.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)].map(([, digest, file]) => ({ digest, file: file! }))
  const changed: string[] = []
  for (const { digest, file } of built) if ((await digestOf(join(distDir, file))) !== digest) changed.push(file)
  return {
    about: `payment page: its ${built.length} files are what was built`,
    problems: [
      ...(built.length === 0 ? [`there is no list of what was built in ${distDir}`] : []),
      ...changed.slice(0, NAMED_AT_MOST).map((file) => `${join(distDir, file)} is not what was built`),
      ...(changed.length > NAMED_AT_MOST ? [`nor are ${changed.length - NAMED_AT_MOST} more files`] : []),
    ],
  }
}

/** Undefined if the file is not there. */
const digestOf = (file: string) =>
  readFile(file).then(
    (content) => createHash('sha256').update(content).digest('hex'),
    () => undefined,
  )
