import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CardToken } from './cards.ts'
import type { Charge } from './charge.ts'
import type { AccessToken, Code, Connection } from './oauth/connections.ts'
import type { RememberedRequest } from './request-ids.ts'
import type { Settings } from './settings.ts'

/** The persistent state. Secrets (codes, tokens) are stored only as digests, which serve as keys. */
interface Collections {
  settings: Settings
  codes: Code
  connections: Connection
  accessTokens: AccessToken
  cardTokens: CardToken
  charges: Charge
  requests: RememberedRequest
}

type Name = keyof Collections

/** A record to write, or to remove with `null`. Records are never changed in place. */
export type Change = { [N in Name]: [N, string, Collections[N] | null] }[Name]

export type Store = ReturnType<typeof openStore>

/**
 * The state in a folder: JSON records in a SQLite file, locked by one process while it runs.
 * @param isSafe whether commits survive a power cut
 */
export function openStore(folder: string, isSafe = true) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = openAlone(join(folder, 'state.sqlite'), isSafe)
  const read = db.prepare('select value from records where collection = ? and key = ?')
  const readAll = db.prepare('select key, value from records where collection = ? order by rowid')
  const remove = db.prepare('delete from records where collection = ? and key = ?')
  const write = db.prepare(
    'insert into records values (?, ?, ?) on conflict (collection, key) do update set value = excluded.value',
  )

  const store = {
    get<N extends Name>(collection: N, key: string): Collections[N] | undefined {
      const row = read.get(collection, key)
      return row && JSON.parse(String(row.value))
    },
    entries<N extends Name>(collection: N): [string, Collections[N]][] {
      return readAll.all(collection).map(({ key, value }) => [String(key), JSON.parse(String(value))])
    },
    list<N extends Name>(collection: N): Collections[N][] {
      return store.entries(collection).map(([, record]) => record)
    },
    /** Commits all changes or none, even if killed; they are on disk when this returns. */
    commit(changes: readonly Change[]): void {
      db.exec('begin')
      try {
        for (const [collection, key, record] of changes)
          if (record === null) remove.run(collection, key)
          else write.run(collection, key, JSON.stringify(record))
        db.exec('commit')
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    close: () => db.close(),
  }
  takeOverJournal(store, join(folder, 'journal.jsonl'))
  return store
}

function openAlone(file: string, isSafe: boolean): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    db.exec(`pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = ${isSafe ? 'full' : 'off'};
      create table if not exists records (collection text, key text, value text not null, primary key (collection, key));
      begin exclusive; commit`)
    return db
  } catch (cause) {
    db.close()
    throw new Error(`${file} is in use by another simulator, or damaged: ${(cause as Error).message}`, { cause })
  }
}

/** Imports the journal of earlier versions, a JSON line per commit; a truncated last line was never acknowledged. */
function takeOverJournal(store: Pick<Store, 'commit'>, journal: string): void {
  if (!existsSync(journal)) return
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1)
  store.commit(lines.flatMap((line) => JSON.parse(line) as Change[]))
  renameSync(journal, `${journal}.taken-over`)
}
