import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Base } from './base.ts'
import type { Clock } from './clock.ts'
import { type Db, inTransaction } from './database/transaction.ts'
import { createEncryption } from './encryption.ts'
import { toEncryptionKey } from './environment.ts'
import type { Feature } from './feature.ts'
import { recordChange } from './features/audit-log/audit-log.writes.ts'
import { admitServer, bindToServer, serverSecret } from './features/people/people.store.ts'
import { shellCommand } from './shell-command.ts'
import { StartError } from './start-error.ts'

export const WHAT_IT_OPENED =
  "QuickBooks, two-step sign-in and notifications then have to be set up again, and the codes of gift vouchers can't be shown anymore, and links to trips in earlier emails and texts stop working."

type Keyed = Pick<Base, 'encryption' | 'dataDir'>

/** The first process binds the database to its key. @throws StartError if that was another one (docs/rules.md §12.5) */
export async function demandKey(owner: Db, { encryption, dataDir }: Keyed): Promise<void> {
  if (await admitServer(owner, serverSecret(encryption))) return
  const file = join(dataDir, 'encryption-key')
  const kept = existsSync(file) ? toEncryptionKey(readFileSync(file, 'utf8').trim()) : undefined
  if (kept && (await admitServer(owner, serverSecret(createEncryption(kept)))))
    throw new StartError(
      `ENCRYPTION_KEY: this database belongs to the key in ${file}. Take ENCRYPTION_KEY out of the settings, and start again.`,
    )
  throw new StartError(
    `ENCRYPTION_KEY: this database belongs to another encryption key. It is expected in ENCRYPTION_KEY or, where that is not set, in ${file}: put it back there. If it is lost: ${shellCommand('admin forget-secrets')}. ${WHAT_IT_OPENED}`,
  )
}

/** Ends everything that only the lost key of this database could read, and binds the database to the one given. */
export async function forgetSecrets(
  owner: Db,
  deps: Keyed & { clock: Clock; features: Record<string, Feature> },
): Promise<void> {
  const { encryption, clock, features } = deps
  await inTransaction(owner, clock, async (tx, now) => {
    for (const { forgetSealed } of Object.values(features)) await forgetSealed?.(tx, now)
    await bindToServer(tx, serverSecret(encryption))
    await recordChange(tx, null, 'shell.secrets-forgotten', { kind: 'encryption-key', id: '' }, null, null)
  })
}
