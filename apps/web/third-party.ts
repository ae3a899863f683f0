import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of others that goes out with ours. */
export interface ThirdParty {
  name: string
  version: string
  /** Its license's name. */
  identifier?: string
  /** Its license's words. */
  text?: string
}

/** A package as it lies in a `node_modules`. */
export function thirdPartyAt(folder: string): ThirdParty {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((file) => /^(licen[cs]e|copying)/i.test(file))
  return {
    name,
    version,
    ...(license && { identifier: license }),
    ...(file && { text: readFileSync(join(folder, file), 'utf8').trim() }),
  }
}

/** Notices that licenses ask for: each license's words once, under all packages that come with them. */
export function noticesOf(packages: readonly ThirdParty[]): string {
  const byText = Map.groupBy(packages, ({ identifier, text }) => text ?? `${identifier ?? 'No license named'}.`)
  const parts = [...byText].map(([text, those]) => {
    const names = new Set(
      those.map(({ name, version, identifier }) => `${name} ${version}${identifier ? ` (${identifier})` : ''}`),
    )
    return `${[...names].sort().join('\n')}\n\n${text}`
  })
  return `This software contains the work of others, under these licenses.\n\n${parts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
