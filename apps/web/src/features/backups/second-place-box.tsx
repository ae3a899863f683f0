import { type Backups, NO_PLACE, SecondPlace, setSecondPlace } from '@arcadia/contract/admin/backups'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { type ContractForm, useContractForm } from '../../forms/use-contract-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'

/** Where each backup is copied to. */
export function SecondPlaceBox({ secondPlace, isPaused, isSameDisk, made: [last] }: Backups) {
  const [isOpen, setOpen] = useState(false)
  const hasPlace = secondPlace.kind !== 'NONE'
  return (
    <Box
      title="Second place"
      aside={<Tag {...{ hasPlace, isPaused, isSameDisk }} isReached={!last || last.copiedAt !== null} />}
    >
      <div className="grid gap-4">
        {hasPlace ? (
          <p className="wrap-anywhere">
            {isPaused ? 'Backups were' : 'Each backup is'} copied to {secondPlace.folder || secondPlace.address}.
          </p>
        ) : (
          <Banner tone="warn">
            All backups are on the server's own disk. If that breaks or the server is lost, they are gone with it.
          </Banner>
        )}
        {isPaused && <GoOn place={secondPlace} />}
        {isSameDisk && (
          <Banner tone="warn">This folder is on the same disk as the site: if that breaks, both are gone.</Banner>
        )}
        {isOpen ? (
          <PlaceForm place={secondPlace} />
        ) : (
          <div>
            <Button onClick={() => setOpen(true)}>{hasPlace ? 'Change' : 'Add a second place'}</Button>
          </div>
        )}
      </div>
    </Box>
  )
}

/** A copy of a site that goes on elsewhere must not touch that one's backups. */
function GoOn({ place }: { place: SecondPlace }) {
  const goOn = useMutation({ mutationFn: () => call(setSecondPlace, { body: place }) })
  return (
    <>
      <Banner tone="warn">
        This site was restored from a backup, so nothing is copied there until you say so. Is it the one that your
        guests use now? A copy for trying things out would delete the backups of the real one.
      </Banner>
      <FailedBanner of={goOn} />
      <div>
        <Button variant="cta" busy={goOn.isPending} busyLabel="Trying it out..." onClick={() => goOn.mutate()}>
          Yes, copy there again
        </Button>
      </div>
    </>
  )
}

interface TagProps {
  hasPlace: boolean
  isPaused: boolean
  isSameDisk: boolean
  isReached: boolean
}

function Tag({ hasPlace, isPaused, isSameDisk, isReached }: TagProps) {
  if (isPaused) return <StatusTag status="PENDING" label="Waiting for you" />
  if (!hasPlace) return <StatusTag status="PENDING" label="None" />
  if (!isReached) return <StatusTag status="CANCELLED" label="Not reached" />
  return isSameDisk ? <StatusTag status="PENDING" label="Same disk" /> : <StatusTag status="CONFIRMED" label="OK" />
}

const KINDS: Readonly<Record<SecondPlace['kind'], string>> = {
  NONE: 'Nowhere else',
  FOLDER: 'A folder on another disk',
  S3: 'A storage service (S3-compatible)',
}

function PlaceForm({ place }: { place: SecondPlace }) {
  const form = useContractForm(SecondPlace, place)
  const kind = form.watch('kind')
  const submit = form.submit(
    // What another kind would use is not kept.
    ({ kind, folder, ...bucket }) =>
      call(setSecondPlace, {
        body: { ...NO_PLACE, ...(kind === 'FOLDER' && { folder }), ...(kind === 'S3' && bucket), kind },
      }),
    () => toast('Second place saved'),
  )
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <SelectField {...form.field('kind')} label="Copy each backup to">
        {Object.entries(KINDS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      {kind === 'FOLDER' && (
        <TextField
          {...form.field('folder')}
          label="Folder on the server"
          help="On another disk, for example /mnt/backups. The site has to be allowed to write there."
          {...TYPED}
        />
      )}
      {kind === 'S3' && <BucketFields form={form} isStored={place.kind === 'S3'} />}
      <FormError onRetry={form.retry}>{form.error}</FormError>
      <div>
        <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Trying it out...">
          Save
        </Button>
      </div>
    </form>
  )
}

const TYPED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

function BucketFields({ form, isStored }: { form: ContractForm<keyof SecondPlace>; isStored: boolean }) {
  return (
    <>
      <TextField
        {...form.field('address')}
        label="Address of the bucket"
        help="For example https://s3.us-east-005.backblazeb2.com/my-bucket"
        inputMode="url"
        {...TYPED}
      />
      <TextField {...form.field('region')} label="Region" help="Leave blank if your service has none." {...TYPED} />
      <TextField {...form.field('keyId')} label="Key id" {...TYPED} />
      <TextField
        {...form.field('secret')}
        label="Secret key"
        type="password"
        autoComplete="off"
        {...(isStored && { help: 'Leave blank to keep the one we have.' })}
      />
    </>
  )
}
