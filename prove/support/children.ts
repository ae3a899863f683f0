import type { ChildProcess } from 'node:child_process'

const running = new Map<ChildProcess, NodeJS.Signals>()
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

/** Ends the child whenever this program ends. */
export function endsWithUs(child: ChildProcess, signal: NodeJS.Signals): ChildProcess {
  running.set(child, signal)
  child.once('exit', () => running.delete(child))
  return child
}
