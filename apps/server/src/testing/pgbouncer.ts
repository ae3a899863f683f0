import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Starts PgBouncer in transaction mode, as managed databases offer it, without settings tuned for us. It has to be installed
 * (`apt-get install pgbouncer`).
 * @param url the database behind it, as the serving role
 */
export async function startPgBouncer(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port: behind, username, password } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-pgbouncer-'))
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  await writeFile(join(folder, 'users'), `"${username}" "${password}"\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 2000
`,
  )
  await chmod(folder, 0o755)
  const child = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pooled = new URL(url)
  pooled.port = String(port)
  await untilItAnswers(child, pooled.href)
  return {
    url: pooled.href,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  child.once('exit', (code) => (failure = new Error(`pgbouncer exited with ${code}`)))
  for (;;) {
    if (failure) throw failure
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch {
      await new Promise((resume) => setTimeout(resume, 50))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
