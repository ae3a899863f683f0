import { BACKUP_AT } from '@arcadia/contract/admin/backups'
import { addDays, venueDate, venueInstant } from '@arcadia/contract/trip-date'

/** The next time it is `BACKUP_AT` at the venue. */
export function nextBackupAt(now: Date): Date {
  const today = venueInstant(venueDate(now), BACKUP_AT)
  return today > now ? today : venueInstant(addDays(venueDate(now), 1), BACKUP_AT)
}

/** What a backup's file is called; the names sort by time. */
export const backupName = (now: Date): string =>
  `arcadia-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}Z.sql.gz.age`

export const isBackupName = (name: string): boolean => /^arcadia-\d{4}-\d\d-\d\d-\d{6}Z\.sql\.gz\.age$/.test(name)
