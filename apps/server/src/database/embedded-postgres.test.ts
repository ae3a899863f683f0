import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { runScript } from '../testing/processes.ts'
import { isRoot } from './data-dir.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createPool } from './pool.ts'

let dataDir: string
let server: EmbeddedPostgres | undefined

// One folder for all tests, because creating the database files is slow.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded postgres '))
  await chmod(dataDir, 0o711)
})
afterEach(() => server?.close())
afterAll(async () => {
  for (const folder of [dataDir, dirname(server!.directory)]) await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir })
  return server
}

async function query(sql: string): Promise<unknown[]> {
  const pool = createPool(server!.ownerUrl)
  const { rows } = await pool.query(sql).finally(() => pool.end())
  return rows
}

/** Starts another process on the same folder; returns the function that kills it. */
async function startElsewhere() {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))
  const code = `const { startEmbeddedPostgres } = await import(${module})
    await startEmbeddedPostgres({ dataDir: process.argv[1] })
    process.stdout.write('started')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

test('data survives a restart', async () => {
  await start()
  await query(`create table boats (name text); insert into boats values ('Tarpon')`)
  await server!.close()
  await start()
  expect(await query('select name from boats')).toEqual([{ name: 'Tarpon' }])
  expect(await query('show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query('show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
})

test('admins are managed from the shell while a server uses the folder', async () => {
  await start()
  const listed = await runScript({ dataDir, simulatorUrl: 'http://127.0.0.1:1' }, 'admin', 'list')
  expect(listed).toEqual({ code: 0, output: 'No admins yet. The first start of the site creates one.\n' })
})

test('refuses a folder in use by a live process; after a kill, stops the PostgreSQL it left behind', async () => {
  const kill = await startElsewhere()
  await expect(start()).rejects.toThrow(/^DATA_DIR: .* is in use by another running process/)
  await kill()
  const before = await postmasterPid()
  await start()
  expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  expect(await postmasterPid()).not.toBe(before)
})

test('starts even if the stale pid now belongs to another program', async () => {
  await start()
  await server!.close()
  await writeFile(join(server!.directory, 'postmaster.pid'), `${process.pid}\n${server!.directory}\n1\n1\n\n\n1 1\n`, {
    mode: 0o644,
  })
  await start()
  expect(await query('select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(!isRoot)('a read-only folder is reported in one line', async () => {
  await chmod(dataDir, 0o500)
  await expect(start()).rejects.toThrow(/^DATA_DIR .* cannot be written to \(EACCES\)/)
  await chmod(dataDir, 0o700)
})

test.each(['SIGTERM', 'SIGKILL'])('a server that exits (%s) is restarted on the same port', async (signal) => {
  await start()
  const busy = query('select pg_sleep(60)').catch(() => {})
  process.kill(await postmasterPid(), signal)
  await busy
  await expect.poll(() => query('select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
})

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(server!.directory, 'postmaster.pid'), 'utf8'), 10)
}

/** Only root may mount a disk that is small enough to fill. */
test.runIf(isRoot && process.platform === 'linux')(
  'a start on a full disk says so, and works once there is room',
  async () => {
    const disk = await mkdtemp(join(tmpdir(), 'arcadia-small-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0711', 'tmpfs', disk])
    const filler = join(disk, 'filler')
    try {
      await (await startEmbeddedPostgres({ dataDir: disk })).close()
      const { bavail, bsize } = await statfs(disk)
      await writeFile(filler, Buffer.alloc(bavail * bsize))
      const refused = startEmbeddedPostgres({ dataDir: disk })
      await expect(refused).rejects.toThrow(StartError)
      await expect(refused).rejects.toThrow(
        new RegExp(
          `^DATA_DIR: the disk of ${disk} is full, only 0 MB are free, so the database can't start. Make room there`,
        ),
      )
      await rm(filler)
      await (await startEmbeddedPostgres({ dataDir: disk })).close()
    } finally {
      execFileSync('umount', ['-l', disk])
      await rm(disk, { recursive: true })
    }
  },
)
