import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LEFT_OUT = ['dist', '.cache']

/**
 * Builds the site once more, with other names for its scripts and style sheets, as a new release has them.
 * @returns a checkout that is built, as an unpacked release is
 */
export async function makeNextBuild(within: string): Promise<string> {
  const folder = join(within, 'next')
  mkdirSync(folder)
  const isWanted = (path: string) => !LEFT_OUT.includes(basename(path))
  cpSync(join(root, 'apps/web'), join(folder, 'apps/web'), { recursive: true, filter: isWanted })
  for (const path of ['apps/server', 'package.json']) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const config = join(folder, 'apps/web/vite.config.ts')
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll('[hash:7]', '[hash:9]'))
  await promisify(execFile)(process.execPath, [join(folder, 'apps/web/build.ts')])
  return folder
}
