import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/**
 * Stops the server that a killed process left running in this folder. The caller holds the folder's lock, so that no
 * living process uses it. The file of one that is dead is left: PostgreSQL itself checks that nothing of it remains.
 */
export async function stopLeftover(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!pid || !isAlive(pid)) return
  // After a restart of the machine the number may be any other program's, and PostgreSQL would wait for that.
  if (!(await commandLine(pid)).includes(directory)) return rm(file, { force: true })
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
  ] as const) {
    process.kill(pid, signal)
    if (await isGoneWithin(seconds, pid)) return
  }
  throw new StartError(
    `A PostgreSQL left behind by a killed process (pid ${pid}) does not stop. End it and start again.`,
  )
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout
}

async function isGoneWithin(seconds: number, pid: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await delay(25)) if (!isAlive(pid)) return true
  return false
}
