import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endsWithUs } from './children.ts'
import {
  aFolderOfItsOwn,
  asPostgres,
  createCluster,
  createDatabase,
  type Database,
  freePort,
  makeFolder,
  runProgram,
  serverOn,
  urlOf,
} from './postgres.ts'

/** A PostgreSQL that streams its WAL to another machine, as in docs/operations.md. */
export interface Archived extends Database {
  /** Takes a base backup while it runs and starts receiving the WAL. */
  takeBase(): Promise<void>
  /** Kills the machine and deletes its disk. */
  destroy(): Promise<void>
  /** Restores the base backup, with or without the received WAL, on an empty machine at the same address. */
  restore(withLog: boolean): Promise<void>
}

export async function startArchived(programs: string): Promise<Archived> {
  const folder = await aFolderOfItsOwn()

  const [data, base, log] = ['data', 'base', 'log'].map((name) => join(folder, name)) as [string, string, string]
  const port = await freePort()
  const from = `host=127.0.0.1 port=${port} user=postgres`
  const server = serverOn(programs, data, port)
  await createCluster(programs, data)
  await server.start()
  await createDatabase(port)
  for (const folder of [base, log]) await makeFolder(folder)
  const receive = (...args: string[]) =>
    [join(programs, 'pg_receivewal'), ['-D', log, '-d', from, '-S', 'arcadia', ...args]] as const
  let receiver: ChildProcess | undefined
  const stopReceiving = async () => {
    if (!receiver || receiver.exitCode !== null || receiver.signalCode !== null) return
    const ended = once(receiver, 'exit')
    receiver.kill('SIGINT')
    await ended
  }
  return {
    urlOf: (role, database) => urlOf(port, role, database),
    async takeBase() {
      const [program, args] = receive('--create-slot', '--if-not-exists')
      await runProgram(program, ...args)
      receiver = endsWithUs(spawn(...receive('--synchronous'), { ...asPostgres, stdio: 'ignore' }), 'SIGINT')
      await runProgram(join(programs, 'pg_basebackup'), '-D', base, '-d', from, '-X', 'stream', '-c', 'fast')
    },
    async destroy() {
      await server.stop('SIGQUIT')
      await rm(data, { recursive: true })
    },
    async restore(withLog) {
      await stopReceiving()
      await makeFolder(data)
      await runProgram('cp', '-a', `${base}/.`, data)
      if (withLog) {
        const command = `cp ${log}/%f %p || cp ${log}/%f.partial %p`
        await appendFile(join(data, 'postgresql.auto.conf'), `restore_command = '${command}'\n`)
        await writeFile(join(data, 'recovery.signal'), '')
      }
      await server.start()
    },
    async close() {
      await stopReceiving()
      if (server.isUp()) await server.stop('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
