import { type Backups, makeRecoveryKey, tryRecoveryKey } from '@arcadia/contract/admin/backups'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { StatusTag } from '../../ui/tag.tsx'

/** The key on paper: made, shown once, tried. */
export function RecoveryKeyBox({ recoveryKey, made }: Pick<Backups, 'recoveryKey' | 'made'>) {
  const make = useMutation({ mutationFn: () => call(makeRecoveryKey, {}) })
  const [isAsking, setAsking] = useState(false)
  if (make.data) return <ShownOnce shown={make.data.key} onWritten={make.reset} />
  return (
    <Box title="Recovery key" aside={<Tag recoveryKey={recoveryKey} />}>
      <div className="grid gap-4">
        <FailedBanner of={make} />
        {recoveryKey ? (
          <>
            <p>
              Made {formatPortalMoment(recoveryKey.madeAt)}.{' '}
              {recoveryKey.triedAt
                ? `It opened a backup on ${formatPortalMoment(recoveryKey.triedAt)}.`
                : "Try it once, so that you know you wrote it down right. If you didn't write it down, make a new one."}
            </p>
            {made.length > 0 && <TryForm />}
            <div>
              <Button variant="text" busy={make.isPending} onClick={() => setAsking(true)}>
                Make a new key
              </Button>
            </div>
          </>
        ) : (
          <>
            <Banner tone="warn">
              Nobody has a recovery key yet. If the server is lost, these backups can't be opened.
            </Banner>
            <p>
              We show it once. You write it down and keep it where the server isn't: with it and any backup, the whole
              site comes back.
            </p>
            <div>
              <Button variant="cta" busy={make.isPending} onClick={() => make.mutate()}>
                Make my recovery key
              </Button>
            </div>
          </>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Make a new recovery key?"
          confirmLabel="Make a new key"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            make.mutate()
          }}
        >
          <p>
            Backups from now on open with the new key only. <b>Keep the old paper for two weeks</b>: earlier backups
            still need it.
          </p>
        </ConfirmDialog>
      )}
    </Box>
  )
}

function Tag({ recoveryKey }: Pick<Backups, 'recoveryKey'>) {
  if (!recoveryKey) return <StatusTag status="CANCELLED" label="No key" />
  return recoveryKey.triedAt ? (
    <StatusTag status="CONFIRMED" label="Tried" />
  ) : (
    <StatusTag status="PENDING" label="Not tried" />
  )
}

function ShownOnce({ shown, onWritten }: { shown: string; onWritten: () => void }) {
  return (
    <Box title="Write this down">
      <div className="grid gap-4" role="status">
        <p>
          This is your recovery key. We don't keep it and can't show it again. Write it on paper and keep that where the
          server isn't.
        </p>
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2 font-mono text-[1.375rem]/[1.4] font-[560] tracking-[0.08em]">
          {shown.split('-').map((group, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups keep their order
            <li key={place} className="border border-line bg-paper px-2 py-1 text-center">
              {group}
            </li>
          ))}
        </ol>
        <p className="muted small">
          Letters and digits only. There is no letter O, I or L: what looks like one is a zero or a one. A backup that
          opens with it is being made now.
        </p>
        <div>
          <Button variant="cta" onClick={onWritten}>
            I wrote it down
          </Button>
        </div>
      </div>
    </Box>
  )
}

function TryForm() {
  const form = useContractForm(tryRecoveryKey.body, { key: '' })
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof tried>>>()
  const submit = form.submit(tried, (answer) => {
    setOpened(answer)
    form.empty()
  })
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        setOpened(undefined)
        void submit(event)
      }}
    >
      <TextField
        {...form.field('key')}
        label="Try my recovery key"
        help="We open the last backup with it. Dashes and capitals don't matter."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono"
      />
      <FormError onRetry={form.retry}>{form.error}</FormError>
      <p role="status">
        {opened &&
          `It opens. Backup of ${formatPortalMoment(opened.takenAt)}, version ${opened.version}, ${opened.bookings} ${opened.bookings === 1 ? 'booking' : 'bookings'}.`}
      </p>
      <div>
        <Button type="submit" busy={form.isBusy} busyLabel="Opening...">
          Open the last backup
        </Button>
      </div>
    </form>
  )
}

const tried = (body: { key: string }) => call(tryRecoveryKey, { body })
