import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/**
 * Stops the server that a killed process left running in this folder. The caller holds the folder's lock, so that no
 * living process uses it.
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
    throw new StartError(`A PostgreSQL left behind by a killed process (pid ${pid}) does not stop. End it, then start.`)
}

/**
 * After a restart of the machine the number may be any other program's, and PostgreSQL would refuse to start as long
 * as that runs. The file itself stays: by the rest of it PostgreSQL checks that no part of the old server is left.
 */
async function forgetPid(file: string): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  // Rewritten in place, because it has to go on belonging to the server's user.
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

/** Asks for the command line, which a dead process that nobody has collected yet no longer has. */
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
