import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Takes the state folder for this process; two simulators writing one journal would each lose the other's charges.
 * The lock of a process that is gone (killed, rebooted) is taken over. Returns the release.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lock')
  const holder = readHolder(path)
  if (holder && holder.pid !== process.pid && startOf(holder.pid) === holder.start) {
    throw new Error(`${folder} is in use by another simulator (process ${holder.pid})`)
  }
  writeFileSync(path, `${process.pid} ${startOf(process.pid)}`)
  return () => rmSync(path, { force: true })
}

function readHolder(path: string): { pid: number; start: string } | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(path, 'utf8').split(' ')
    return { pid: Number(pid), start }
  } catch {
    return undefined
  }
}

/** Tells a process from a later one with the same id: containers hand out the same small ids at every start. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return process.platform === 'linux' ? 'gone' : isAlive(pid)
  }
}

function isAlive(pid: number): string {
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch {
    return 'gone'
  }
}
