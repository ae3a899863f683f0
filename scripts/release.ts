import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releases } from '../apps/server/src/testing/releases.ts'
import { version } from '../apps/server/src/version.ts'
import { root } from './build-if-stale.ts'
import { demandNpm, pack } from './packing.ts'
import { npm } from './run-quietly.mjs'

// `npm run release`: checks, packs and tags the version in package.json (docs/releasing.md).

const tag = `v${version}`
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

try {
  demandReady()
  const [program, args] = npm('test')
  execFileSync(program, args, { cwd: root, stdio: 'inherit' })
  await pack()
  git('tag', '--annotate', tag, '--message', `Arcadia ${version}`)
  console.log(`Tagged ${tag}. Nothing has left this machine: docs/releasing.md says how to publish it.`)
} catch (error) {
  console.error(`release: ${(error as Error).message}`)
  process.exitCode = 1
}

function demandReady(): void {
  demandNpm()
  if (git('status', '--porcelain')) throw new Error('commit or put away your changes first.')
  if (git('tag', '--list', tag))
    throw new Error(`${tag} is tagged already. Raise the version: npm version --no-git-tag-version.`)
  if (!existsSync(join(releases, `${version}.sql.gz`)))
    throw new Error('the release is not kept: npm run keep-release.')
  const first = /^## (.*)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1]
  if (!first?.startsWith(`${version}, `))
    throw new Error(`the first section of CHANGELOG.md is '${first}', expected '${version}, <date>'.`)
}
