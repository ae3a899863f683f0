import {
  changeOwnerNotices,
  getOwnerNotices,
  NOTICES,
  type Notice,
  OwnerNotices,
} from '@arcadia/contract/admin/owner-notices'
import type { Output } from '@arcadia/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormError } from '../../forms/form-error.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { OthersChange } from '../../forms/others-change.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Box } from '../../ui/box.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { SettingsHistory } from '../audit-log/settings-history.tsx'
import { DeviceSwitch } from '../push-notices/device-switch.tsx'

/** Where the owner picks which notices to get, where and when. */
export function NoticesPage() {
  return (
    <section className="grid max-w-[72rem] gap-4" aria-label="Notifications">
      <DeviceSwitch />
      <Loaded query={useQuery(queryOf(getOwnerNotices, {}))} height="h-60" isQuiet>
        {(answer) => (
          <div>
            <NoticesForm {...answer} />
            <SettingsHistory names={Object.keys(answer.notices)} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

function NoticesForm({ notices, defaultAddresses }: Output<typeof getOwnerNotices>) {
  // A refetch must not change what is being typed.
  const [saved, setSaved] = useState(notices)
  const form = useDraftForm('notices', OwnerNotices, z.encode(OwnerNotices, saved))
  const submit = form.submit(
    (body, shown) => call(changeOwnerNotices, { body }, { shown }),
    (after) => {
      setSaved(after)
      form.kept()
      form.forget()
      toast('Notifications saved')
    },
  )
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <Box title="Emails to you">
        <div className="grid gap-5">
          <TextField
            {...form.field('addresses')}
            label="Where emails go"
            help={`One or more addresses.${defaultAddresses && ` ${defaultAddresses} if left blank.`}`}
            type="text"
            inputMode="email"
            autoComplete="off"
          />
          <fieldset className="field">
            <legend className="lab float-left">Tell me about</legend>
            <div className="grid gap-x-4 min-[44rem]:grid-cols-2">
              {(Object.keys(NOTICES) as Notice[]).map((notice) => (
                <CheckField key={notice} {...form.field(notice)} label={NOTICES[notice]} />
              ))}
            </div>
          </fieldset>
        </div>
      </Box>
      <Box title="Hours">
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
      </Box>
      <LeaveGuard isChanged={form.isDraft} />
      <SaveBar note={form.isDraft && 'Changes not saved'} onUndo={form.empty} busy={form.isBusy}>
        {form.error && (
          <div className="grid w-full gap-3">
            <FormError>{form.error}</FormError>
            <OthersChange of={form.meanwhile} />
          </div>
        )}
      </SaveBar>
    </form>
  )
}
