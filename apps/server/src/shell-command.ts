import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './environment.ts'

/** How a command is typed where this program lies: a ready archive has a script of its own and no npm (docs/releasing.md). */
export function shellCommand(words: string, flags = '', folder = checkout): string {
  if (existsSync(join(folder, 'arcadia'))) return ['./arcadia', words, flags].filter(Boolean).join(' ')
  return ['npm run', words, flags && `-- ${flags}`].filter(Boolean).join(' ')
}
