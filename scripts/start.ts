import { join } from 'node:path'
import { root } from './build-if-stale.ts'
import { buildServerIfStale, serverProgram } from './server-build.ts'
import { buildWebIfStale } from './web-build.ts'

/** For a machine with 512 MB: collects garbage sooner and returns the memory that password hashing used. */
const FRUGAL = { flags: ['--max-semi-space-size=4'], env: { MALLOC_ARENA_MAX: '2' } }

const built = await Promise.all([buildServerIfStale(), buildWebIfStale()])
// The server replaces this process, because Node reads these settings only at startup.
if (built.every(Boolean))
  process.execve?.(process.execPath, ['node', ...FRUGAL.flags, join(root, serverProgram)], {
    ...FRUGAL.env,
    ...process.env,
  })
else process.exitCode = 1
