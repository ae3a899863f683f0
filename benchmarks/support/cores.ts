import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Pins this program, or another one, and its children to one core. No-op with a single core or without `taskset`. */
export function pinTo(core: 0 | 1, pid = process.pid): void {
  if (availableParallelism() < 2) return
  try {
    execFileSync('taskset', ['-a', '-cp', String(core), String(pid)], { stdio: 'ignore' })
  } catch {
    console.log('No taskset: the load and the server share their cores.')
  }
}
