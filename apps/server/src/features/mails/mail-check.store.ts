import type { Generated } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { Reading, Verdict } from './mail-records.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    mail_readings: {
      id: Generated<number>
      domain: string
      read_at: Date
      spf: Verdict
      dkim: Verdict
      dmarc: Verdict
      signed_as: string[]
    }
  }
}

/** The last reading of a test that came from this domain. */
export const findReading = (db: Db, domain: string): Promise<(Reading & { at: Date }) | undefined> =>
  db
    .selectFrom('mail_readings')
    .select(['read_at as at', 'spf', 'dkim', 'dmarc', 'signed_as as signedAs'])
    .where('domain', '=', domain)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertReading(tx: Db, now: Date, domain: string, reading: Reading): Promise<void> {
  const { spf, dkim, dmarc, signedAs } = reading
  await tx.insertInto('mail_readings').values({ domain, read_at: now, spf, dkim, dmarc, signed_as: signedAs }).execute()
}

/** The last test that anyone asked for. */
export const findLastTest = (db: Db) =>
  db
    .selectFrom('outbox_mails')
    .select(['status', 'last_error as error', 'sent_at as sentAt'])
    .where('kind', '=', 'test-email')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
