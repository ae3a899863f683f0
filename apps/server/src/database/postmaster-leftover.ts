import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/**
 * Stops the PostgreSQL server that a killed process left running in this folder. The caller holds the folder's lock, so no
 * live process is using it.
 */
export async function stopLeftover(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!pid) return
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
  ] as const) {
    if (!(await isServerOf(directory, pid))) return forgetPid(file)
    send(signal, pid)
    const end = Date.now() + seconds * 1000
    while (Date.now() < end && (await isServerOf(directory, pid))) await delay(25)
  }
  if (await isServerOf(directory, pid))
    throw new StartError(`PostgreSQL (pid ${pid}), left behind by a killed process, won't stop. Kill it, then start.`)
}

/**
 * After a reboot the pid may belong to another program, and PostgreSQL would refuse to start while that runs. The file
 * itself stays, because PostgreSQL uses the rest of it to check that no part of the old server is left.
 */
async function forgetPid(file: string): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  // Rewritten in place to keep its owner.
  if (content !== undefined) await writeFile(file, content.replace(/^\d+/, String(impossiblePid)), { flag: 'r+' })
}

const impossiblePid = 2_147_483_646

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Checks the command line, which is empty for a zombie process. */
async function isServerOf(directory: string, pid: number): Promise<boolean> {
  return (await commandLine(pid)).includes(directory)
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout
}
