import { join } from 'node:path'
import * as z from 'zod'
import type { CardToken } from '../cards.ts'
import type { Charge } from '../charge.ts'
import type { AccessToken, Code, Connection } from '../oauth/connections.ts'
import type { RememberedRequest } from '../request-ids.ts'
import type { Settings } from '../settings.ts'
import { lockFolder } from './folder-lock.ts'
import { openJournal, readJournal, rewriteJournal } from './journal.ts'

/** Everything that outlives a kill. Secrets (codes, tokens) are keys here only as digests. */
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

/** One record written, or removed with `null`. Records are never changed in place. */
export type Change = { [N in Name]: [N, string, Collections[N] | null] }[Name]

type Memory = { [N in Name]: Map<string, Collections[N]> }

export interface Store {
  get<N extends Name>(collection: N, key: string): Collections[N] | undefined
  list<N extends Name>(collection: N): Collections[N][]
  entries<N extends Name>(collection: N): [string, Collections[N]][]
  /** Applies all changes at once, in memory now and on disk as one line: after a kill all are there or none. */
  commit(changes: Change[]): void
  /** Await it before telling anyone of what was committed or read. */
  durable(): Promise<void>
  close(): Promise<void>
}

const Line = z.array(
  z.tuple([
    z.enum(['settings', 'codes', 'connections', 'accessTokens', 'cardTokens', 'charges', 'requests']),
    z.string(),
    z.unknown(),
  ]),
)

/** Opens the state in a folder, replaying what an earlier process wrote. `isStale` says what compaction may drop. */
export async function openStore(folder: string, isStale: (change: Change) => boolean): Promise<Store> {
  const release = lockFolder(folder)
  const path = join(folder, 'journal.jsonl')
  const memory: Memory = {
    settings: new Map(),
    codes: new Map(),
    connections: new Map(),
    accessTokens: new Map(),
    cardTokens: new Map(),
    charges: new Map(),
    requests: new Map(),
  }

  for (const line of readJournal(path)) {
    // The journal is written only below, by `commit`, so a line that is well-formed holds our own records.
    for (const change of Line.parse(line)) apply(memory, change as Change)
  }
  for (const change of allChanges(memory)) {
    if (isStale(change)) apply(memory, [change[0], change[1], null] as Change)
  }
  rewriteJournal(
    path,
    allChanges(memory).map((change) => JSON.stringify([change])),
  )
  const journal = await openJournal(path)

  return {
    get: (collection, key) => memory[collection].get(key),
    list: (collection) => [...memory[collection].values()],
    entries: (collection) => [...memory[collection].entries()],
    commit(changes) {
      if (changes.length === 0) return
      for (const change of changes) apply(memory, change)
      journal.append(JSON.stringify(changes))
    },
    durable: () => journal.durable(),
    async close() {
      await journal.close()
      release()
    },
  }
}

function apply(memory: Memory, [name, key, value]: Change): void {
  const records = memory[name] as Map<string, unknown>
  if (value === null) records.delete(key)
  else records.set(key, value)
}

function allChanges(memory: Memory): Change[] {
  return (Object.keys(memory) as Name[]).flatMap((name) =>
    [...memory[name].entries()].map(([key, value]) => [name, key, value] as Change),
  )
}
