import {
  addPasskey,
  listPasskeys,
  type Passkey,
  PasskeyName,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@arcadia/contract/admin/passkeys'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormError } from '../../forms/form-error.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogBody, DialogFoot, DialogView } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { makePasskey } from './passkey.ts'

interface PasskeysViewProps {
  /** What kind of device this is, as the proposal of a name. */
  proposal: string
  onBack: () => void
}

/** The admin's passkeys: each can be renamed and removed, and others added. */
export function PasskeysView({ proposal, onBack }: PasskeysViewProps) {
  const passkeys = useQuery({ ...queryOf(listPasskeys, {}), staleTime: 0, gcTime: 0 })
  const [naming, setNaming] = useState<Passkey | 'new'>()
  const [leaving, setLeaving] = useState<Passkey>()
  const remove = useMutation({
    mutationFn: (id: number) => call(removePasskey, { params: { id } }),
    onSettled: () => passkeys.refetch(),
  })
  async function showList() {
    await passkeys.refetch()
    setNaming(undefined)
  }
  if (naming) {
    const form = { onCancel: () => setNaming(undefined), onDone: showList }
    return (
      <DialogView key="name">
        {naming === 'new' ? <AddForm {...{ proposal, ...form }} /> : <RenameForm passkey={naming} {...form} />}
      </DialogView>
    )
  }
  return (
    <DialogView key="list">
      <DialogBody className="grid content-start gap-4">
        <p>Your face, a fingerprint, or a security key signs you in here. No password, no code.</p>
        <Loaded query={passkeys} height="h-20" isQuiet>
          {(list) =>
            list.length > 0 && (
              <ul className="border-line border-t">
                {list.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    isBusy={remove.isPending && remove.variables === passkey.id}
                    onRename={() => setNaming(passkey)}
                    onRemove={() => setLeaving(passkey)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        <FormError>{remove.error}</FormError>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onBack}>Back</Button>
        <Button variant="cta" onClick={() => setNaming('new')}>
          Add a passkey
        </Button>
      </DialogFoot>
      {leaving && (
        <ConfirmDialog
          title="Remove this passkey?"
          confirmLabel="Remove"
          isDanger
          onConfirm={() => {
            setLeaving(undefined)
            remove.mutate(leaving.id)
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            <b className="wrap-anywhere">{leaving.name}</b> won't sign you in anymore. Your password still does. We'll
            email you about it.
          </p>
        </ConfirmDialog>
      )}
    </DialogView>
  )
}

interface NameFormProps {
  onCancel: () => void
  onDone: () => Promise<void>
}

function AddForm({ proposal, onCancel, onDone }: NameFormProps & Pick<PasskeysViewProps, 'proposal'>) {
  const form = useContractForm(PasskeyName, { name: proposal })
  const submit = form.submit(async ({ name }) => {
    const passkey = await makePasskey(await call(startPasskey, {}))
    await call(addPasskey, { body: { name, passkey } })
    await onDone()
  })
  return (
    <FormView form={form} onSubmit={submit} submit="Continue" busyLabel="Waiting..." onCancel={onCancel}>
      <p>Next, your device asks where to keep the passkey: on this device, on your phone, or on a security key.</p>
      <NameField form={form} />
    </FormView>
  )
}

function RenameForm({ passkey: { id, name }, onCancel, onDone }: NameFormProps & { passkey: Passkey }) {
  const form = useContractForm(PasskeyName, { name })
  const submit = form.submit(async (body) => {
    await call(renamePasskey, { params: { id }, body })
    await onDone()
  })
  return (
    <FormView form={form} onSubmit={submit} submit="Save" busyLabel="Saving..." onCancel={onCancel}>
      <NameField form={form} />
    </FormView>
  )
}

const NameField = ({ form }: { form: ReturnType<typeof useContractForm<typeof PasskeyName>> }) => (
  <TextField
    {...form.field('name')}
    label="Name of the passkey"
    help="So you can tell it from your others, such as Dana's iPhone."
    autoComplete="off"
    maxLength={40}
    required
    data-autofocus
  />
)

interface PasskeyRowProps {
  passkey: Passkey
  isBusy: boolean
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, isBusy, onRename, onRemove }: PasskeyRowProps) {
  const { name, formerHost, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-[640] wrap-anywhere">{name}</p>
        <p className="small muted">
          Added {formatShortDate(venueDate(createdAt))},{' '}
          {lastUsedAt ? `last used ${formatPortalMoment(lastUsedAt)}` : 'not used yet'}
        </p>
        {formerHost && <p className="small wrap-anywhere">Only works at {formerHost}, this site's old address.</p>}
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button size="sm" aria-label={`Remove ${name}`} busy={isBusy} busyLabel="Removing..." onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
