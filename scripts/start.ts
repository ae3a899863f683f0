import { join } from 'node:path'
import { root } from './build-if-stale.ts'
import { buildServerIfStale, serverProgram } from './server-build.ts'
import { buildWebIfStale } from './web-build.ts'

/** For a machine with 512 MB: garbage is collected sooner, and the memory that password hashes take is given back. */
const FRUGAL = { flags: ['--max-semi-space-size=4'], env: { MALLOC_ARENA_MAX: '2' } }

const built = await Promise.all([buildServerIfStale(), buildWebIfStale()])
// The program replaces this process, because these settings are read at start.
if (built.every(Boolean))
  process.execve?.(process.execPath, ['node', ...FRUGAL.flags, join(root, serverProgram)], {
    ...FRUGAL.env,
    ...process.env,
  })
else process.exitCode = 1
