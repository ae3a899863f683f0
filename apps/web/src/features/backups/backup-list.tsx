import type { Backup, Backups } from '@arcadia/contract/admin/backups'
import { formatPortalMoment } from '../../ui/moment.ts'

const KB = 1024

/** `840 kB`, `12.4 MB` */
const sizeInWords = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} kB` : `${(bytes / KB / KB).toFixed(1)} MB`

const KEYS: Readonly<Record<Backup['opensWith'], string>> = {
  THIS_KEY: '',
  EARLIER_KEY: 'Opens with your old recovery key',
  NO_PAPER: 'Opens on this server only',
}

/** The backups that are kept, newest first. */
export function BackupList({ made, secondPlace }: Backups) {
  return (
    <ul className="border-line border-t">
      {made.map((backup) => (
        <li key={backup.id} className="grid gap-1 border-line border-b py-3">
          <div className="flex flex-wrap justify-between gap-x-4">
            <b>{formatPortalMoment(backup.takenAt)}</b>
            <span className="num">{sizeInWords(backup.bytes)}</span>
          </div>
          <p className="small text-ink-2">{factsOf(backup, secondPlace.kind !== 'NONE').join(' · ')}</p>
          {backup === made[0] &&
            backup.drillProblems?.map((problem) => (
              <p key={problem} className="err wrap-anywhere">
                {problem}
              </p>
            ))}
        </li>
      ))}
    </ul>
  )
}

function factsOf(
  { file, version, bookings, isHere, copiedAt, drillProblems, opensWith }: Backup,
  hasSecondPlace: boolean,
): string[] {
  return [
    file.startsWith('before-') ? `Before the update to ${version}` : '',
    `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}`,
    drillProblems === null ? 'Not checked yet' : drillProblems.length > 0 ? 'Check failed' : 'Checked',
    isHere ? '' : 'Not on this server',
    hasSecondPlace ? (copiedAt ? 'In the second place' : 'Not in the second place') : '',
    KEYS[opensWith],
  ].filter(Boolean)
}
