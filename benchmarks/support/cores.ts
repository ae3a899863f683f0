import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * From here on this program (or another one), and what it starts, runs on one core; anywhere on a machine with one, or without
 * `taskset`.
 */
export function pinTo(core: 0 | 1, pid = process.pid): void {
  if (availableParallelism() < 2) return
  try {
    execFileSync('taskset', ['-a', '-cp', String(core), String(pid)], { stdio: 'ignore' })
  } catch {
    console.log('The load and the server share their cores: there is no taskset here.')
  }
}
