import {
  changeOwnerNotices,
  getOwnerNotices,
  NOTICES,
  type Notice,
  OwnerNotices,
} from '@arcadia/contract/admin/owner-notices'
import type { Output } from '@arcadia/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useUnsaved } from '../../forms/leave-guard.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { DeviceSwitch } from '../push-notices/device-switch.tsx'

/** The panel of the Configuration tab where the owner picks which notices to get, where and when. */
export function NoticesPanel() {
  return (
    <Box title="Emails and notifications to you" className="mt-4 max-w-[72rem]">
      <DeviceSwitch />
      <Loaded query={useQuery(queryOf(getOwnerNotices, {}))} height="h-60" isQuiet>
        {(answer) => <NoticesForm {...answer} />}
      </Loaded>
    </Box>
  )
}

function NoticesForm({ notices, defaultAddresses }: Output<typeof getOwnerNotices>) {
  const form = useContractForm(OwnerNotices, z.encode(OwnerNotices, notices))
  useUnsaved(form.isChanged)
  const submit = form.submit(
    (body) => call(changeOwnerNotices, { body }),
    () => {
      form.kept()
      toast('Notification settings saved')
    },
  )
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <TextField
        {...form.field('addresses')}
        label="Where emails go"
        help={`One or more addresses.${defaultAddresses && ` ${defaultAddresses} if left blank.`}`}
        type="text"
        inputMode="email"
        autoComplete="off"
      />
      <fieldset>
        <legend className="label mb-1">Tell me about</legend>
        <div className="grid gap-x-4 min-[44rem]:grid-cols-2">
          {(Object.keys(NOTICES) as Notice[]).map((notice) => (
            <CheckField key={notice} {...form.field(notice)} label={NOTICES[notice]} />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 min-[44rem]:grid-cols-3">
        <TextField {...form.field('quietFrom')} label="Quiet from" type="time" />
        <TextField
          {...form.field('quietUntil')}
          label="Quiet until"
          type="time"
          help="No notifications between these times."
        />
        <TextField
          {...form.field('digestAt')}
          label="Daily digest at"
          type="time"
          help="Today's and tomorrow's groups. Leave blank for none."
        />
      </div>
      <FormError>{form.error}</FormError>
      <Button type="submit" variant="cta" className="justify-self-end" busy={form.isBusy} busyLabel="Saving...">
        Save your emails
      </Button>
    </form>
  )
}
