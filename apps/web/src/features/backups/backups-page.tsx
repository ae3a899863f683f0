import { BACKUP_AT, type Backups, backUpNow, getBackups, KEPT_BACKUPS } from '@arcadia/contract/admin/backups'
import { portalHour } from '@arcadia/contract/site/wording'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { StatusTag } from '../../ui/tag.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { BackupList } from './backup-list.tsx'
import { RecoveryKeyBox } from './recovery-key-box.tsx'
import { SecondPlaceBox } from './second-place-box.tsx'

/** A running backup is asked for until it is done. */
const WHILE_RUNNING_MS = 2000

/** Where the owner sees that backups happen, and keeps the key to them. */
export function BackupsPage() {
  const query = useQuery({
    ...queryOf(getBackups, {}),
    refetchInterval: ({ state: { data } }) => data && isAtWork(data) && WHILE_RUNNING_MS,
  })
  return (
    <div className="max-w-[72rem]">
      <Loaded query={query} height="h-64" isQuiet>
        {(backups) => (
          <div className="grid items-start gap-4 min-[64rem]:grid-cols-2">
            <LastBackups {...backups} />
            <div className="grid gap-4">
              <RecoveryKeyBox {...backups} />
              <SecondPlaceBox key={JSON.stringify(backups.secondPlace)} {...backups} />
            </div>
            <div className="box col-span-full">
              <ChangeHistory kind="backup" />
            </div>
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** One that is due begins within seconds. */
const isAtWork = ({ next }: Backups) => next.isRunning || next.at <= new Date()

function LastBackups(backups: Backups) {
  const { made, next, failure, isMissed, folder } = backups
  const start = useMutation({ mutationFn: () => call(backUpNow, {}) })
  const [last] = made
  return (
    <Box title="Backups" aside={<Tag {...backups} />}>
      <div className="grid gap-4">
        <p className="text-[1.125rem]/[1.45]">
          {last ? `The last one was made ${formatPortalMoment(last.takenAt)}.` : 'None has been made yet.'}{' '}
          {isAtWork(backups) ? 'One is being made now.' : `The next is due ${formatPortalMoment(next.at)}.`}
        </p>
        {isMissed && <Banner tone="warn">More than a day went by without a backup.</Banner>}
        {failure && <Banner tone="warn">{`The last try failed: ${failure} We try again every hour.`}</Banner>}
        <FailedBanner of={start} />
        <div>
          <Button
            variant={isMissed ? 'cta' : 'line'}
            busy={start.isPending || isAtWork(backups)}
            busyLabel="Backing up..."
            onClick={() => start.mutate()}
          >
            Back up now
          </Button>
        </div>
        {last && <BackupList {...backups} />}
        <p className="muted small wrap-anywhere">
          One a day, at {portalHour(BACKUP_AT)}. The last {KEPT_BACKUPS} are kept in {folder} on the server, encrypted.
          Each is restored into an empty database and checked.
        </p>
      </div>
    </Box>
  )
}

function Tag({ made: [last], isMissed, failure }: Backups) {
  if (isMissed) return <StatusTag status="CANCELLED" label="Missed" />
  if (!last) return null
  if (failure || last.drillProblems?.length) return <StatusTag status="PENDING" label="Needs a look" />
  return <StatusTag status="CONFIRMED" label="OK" />
}
