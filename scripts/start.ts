import { fileURLToPath } from 'node:url'
import { buildWebIfStale } from './web-build.ts'

const server = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

/** For a machine with 512 MB: garbage is collected sooner, and the memory that password hashes take is given back. */
const FRUGAL = { flags: ['--max-semi-space-size=4'], env: { MALLOC_ARENA_MAX: '2' } }

// The program replaces this process, because these settings are read at start.
if (await buildWebIfStale())
  process.execve?.(process.execPath, ['node', ...FRUGAL.flags, server], { ...FRUGAL.env, ...process.env })
else process.exitCode = 1
