import { createHash, hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { createEncryption } from '../encryption.ts'
import { serverSecret } from '../features/people/people.store.ts'
import { StartError } from '../start-error.ts'
import { decrypt, encrypt, type Identity, isSealed, type Seal } from './seal.ts'

/**
 * A backup is gzipped text: a header line, each table as `COPY … FROM stdin;` with its rows and `\.` as in PostgreSQL's own
 * dumps, and a footer line with row counts and a checksum. Lines that begin with `--` are our own. A sealed one is that text,
 * encrypted in the format of `age` (age-encryption.org/v1).
 */
const Head = z.object({
  /** Which release made it; missing in backups of earlier versions. */
  version: z.optional(z.string()),
  /** Everything committed before this moment is included. */
  takenAt: z.string(),
  /** The schema is not included: these migrations create it. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Which key the database belongs to, as `keyPrint` says it; missing in backups of earlier versions. */
  belongsTo: z.optional(z.string()),
  /** That key in base64, in sealed backups only. */
  encryptionKey: z.optional(z.string()),
})
const Foot = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() })
export type Head = z.infer<typeof Head>
export type Rows = z.infer<typeof Foot>['rows']

/** Names an encryption key without telling anything of it, as `server_key` does. */
export const keyPrint = (key: Buffer): string => hash('sha256', serverSecret(createEncryption(key)), 'hex')

const HEAD = '-- Arcadia backup '
const FOOT = '-- complete '
export const END_OF_TABLE = '\\.\n'

/** How a file's name ends until it is whole. */
const UNFINISHED = '.unfinished'

/** Rows are about 200 bytes; compressing them one by one would take most of the time. */
const CHUNK_BYTES = 64 * 1024

/** No line of ours is longer, not even a photo's; a longer one is no backup, and would have to be read into memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Copies a line that includes its newline. Returns a promise when the next line must wait. */
export type WriteLine = (line: string | Buffer) => Promise<void> | undefined

/**
 * Writes a backup to a temporary file, flushes and verifies it, then links it into place. It never overwrites an existing
 * file. `write` returns the row count of each table.
 */
export async function writeBackup(
  file: string,
  head: Head,
  write: (line: WriteLine) => Promise<Rows>,
  seal?: Seal,
): Promise<Rows> {
  const unfinished = `${file}${UNFINISHED}`
  try {
    await rm(unfinished, { force: true })
    const gzip = createGzip({ level: 4 })
    const source = seal ? await encrypt(gzip, seal.recipients) : gzip
    const written = pipeline(source, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }))
    // Errors surface at `await written` below.
    written.catch(() => {})
    const hash = createHash('sha256')
    let drained: Promise<void> | undefined
    let waiting: Buffer[] = []
    let bytes = 0
    const send: () => ReturnType<WriteLine> = () => {
      const chunk = Buffer.concat(waiting)
      waiting = []
      bytes = 0
      hash.update(chunk)
      if (gzip.write(chunk)) return undefined
      drained ??= Promise.race([once(gzip, 'drain'), written]).then(() => {
        drained = undefined
      })
      return drained
    }
    const line: WriteLine = (text) => {
      const copy = Buffer.from(text)
      waiting.push(copy)
      bytes += copy.length
      return bytes < CHUNK_BYTES ? undefined : send()
    }
    await line(`${HEAD}${JSON.stringify(head)}\n`)
    const rows = await write(line)
    await send()
    gzip.end(`${FOOT}${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`)
    await written
    await flush(unfinished)
    await checkBackup(unfinished, seal?.identity)
    await link(unfinished, file)
    await flush(dirname(file))
    return rows
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code || error instanceof StartError) throw error
    throw new StartError(`Cannot write ${file} (${code}).`)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** The header of a backup, and nothing after it. @throws StartError if `identity` doesn't open it */
export async function readHead(file: string, identity?: Identity): Promise<Head> {
  for await (const line of linesOf(file, identity)) return parsed(file, line, HEAD, Head)
  throw damaged(file)
}

/** Verifies a whole backup and returns its header and row counts. @throws StartError if it is incomplete or altered */
export async function checkBackup(file: string, identity?: Identity): Promise<{ head: Head; rows: Rows }> {
  const hash = createHash('sha256')
  const rows: Rows = {}
  let head: Head | undefined
  let table: string | undefined
  for await (const line of linesOf(file, identity)) {
    if (!head) head = parsed(file, line, HEAD, Head)
    else if (table === undefined && startsWith(line, FOOT)) {
      const foot = parsed(file, line, FOOT, Foot)
      const isWhole =
        foot.sha256 === hash.digest('hex') && Object.entries(foot.rows).every(([name, count]) => rows[name] === count)
      if (!isWhole) break
      return { head, rows }
    } else if (table === undefined) {
      table = copyOf(file, line)?.table
      if (table !== undefined) rows[table] = 0
    } else if (isEnd(line)) table = undefined
    else rows[table]!++
    hash.update(line)
  }
  throw damaged(file)
}

const damaged = (file: string) => new StartError(`${file} is incomplete or was altered.`)

const isEnd = (line: Buffer) => line.length === END_OF_TABLE.length && line.toString() === END_OF_TABLE
const startsWith = (line: Buffer, text: string) => line.subarray(0, text.length).toString() === text
const COPY = /^COPY ([a-z_][a-z0-9_]*) \(("?[a-z_][a-z0-9_]*"?(?:, "?[a-z_][a-z0-9_]*"?)*)\) FROM stdin;\n$/

/**
 * The table of a `COPY bookings (id, …) FROM stdin;` and the statement for it, which has nothing but names: it runs as the owner of
 * the database. Undefined for other lines. @throws StartError if the line goes on with anything else
 */
export function copyOf(file: string, line: Buffer): { table: string; statement: string } | undefined {
  if (!startsWith(line, 'COPY ')) return undefined
  const [, table, columns] = COPY.exec(line.toString()) ?? []
  if (!table) throw damaged(file)
  return { table, statement: `copy ${table} (${columns}) from stdin` }
}

function parsed<T extends z.ZodMiniType>(file: string, line: Buffer, start: string, schema: T): z.infer<T> {
  if (!startsWith(line, start)) throw new StartError(`${file} is not a backup of this application.`)
  try {
    return schema.parse(JSON.parse(line.subarray(start.length).toString()))
  } catch {
    throw damaged(file)
  }
}

async function opened(file: string, stored: Readable, identity: Identity | undefined): Promise<Readable> {
  const plain = await decrypt(stored, identity).catch(() => {
    throw damaged(file)
  })
  if (plain) return plain
  throw new StartError(`${file} is encrypted, and this key doesn't open it.`)
}

/** The lines of a backup, including their newlines; of a sealed one by an identity that it was encrypted to. */
export async function* linesOf(file: string, identity?: Identity): AsyncGenerator<Buffer> {
  const stored = createReadStream(file)
  const text = createGunzip()
  const source = (await isSealed(file)) ? await opened(file, stored, identity) : stored
  // Read errors surface in the loop below.
  for (const stream of [stored, source]) stream.on('error', (error: Error) => text.destroy(error))
  source.pipe(text)
  let begun: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        const line = chunk.subarray(start, end + 1)
        yield begun.length > 0 ? Buffer.concat([...begun, line]) : line
        begun = []
        bytes = 0
        start = end + 1
      }
      if (start === chunk.length) continue
      begun.push(chunk.subarray(start))
      bytes += chunk.length - start
      if (bytes > MAX_LINE_BYTES) throw damaged(file)
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(`Cannot read ${file}: ${code ?? message}.`)
  } finally {
    source.destroy()
    stored.destroy()
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}
