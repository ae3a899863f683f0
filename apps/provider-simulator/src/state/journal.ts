import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The whole lines of a journal. A last line cut short by a kill never got an answer, so it never happened. */
export function readJournal(path: string): unknown[] {
  const lines = readIfThere(path).split('\n').slice(0, -1)
  return lines.flatMap((line, index) => {
    try {
      return [JSON.parse(line) as unknown]
    } catch {
      if (index === lines.length - 1) return []
      throw new Error(`${path} is damaged at line ${index + 1}; move it away to start afresh`)
    }
  })
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** Replaces the journal as a whole or not at all. */
export function rewriteJournal(path: string, lines: string[]): void {
  const draft = `${path}.draft`
  writeFileSync(draft, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(draft, path)
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/**
 * An append-only file of JSON lines, one line for each commit.
 * Lines that arrive while a write is under way share the next write and its sync.
 */
export async function openJournal(path: string) {
  const file = await open(path, 'a', 0o600)
  let waiting: string[] = []
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function writeBatch(): Promise<void> {
    const batch = waiting.join('')
    waiting = []
    last = next ?? last
    next = undefined
    await writeOut(file, batch)
  }

  return {
    append(line: string) {
      waiting.push(`${line}\n`)
      if (next) return
      next = last.then(writeBatch)
      // The answer that waits for it reports the failure; without this the host process would die of it.
      next.catch(() => undefined)
    },
    /** Settles when every line appended so far is on disk; rejects for ever once a write has failed. */
    durable: (): Promise<void> => next ?? last,
    async close() {
      await (next ?? last).catch(() => undefined)
      await file.close()
    },
  }
}

async function writeOut(file: FileHandle, text: string): Promise<void> {
  await file.appendFile(text)
  await file.datasync()
}
