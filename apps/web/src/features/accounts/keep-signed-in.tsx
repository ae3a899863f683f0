import { deviceKindOf } from '@arcadia/contract/device-kind'
import { lineOrBlank } from '@arcadia/contract/text-fields'
import * as z from 'zod/mini'
import { attempt } from '../../api/attempt.ts'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { CheckField, TextField } from '../../ui/field.tsx'

/** The name under which this device was last kept; a shared one never was. */
const KEPT_AS = 'arcadia.admin.device'

/** The fields of a form, and their defaults: as this device was kept before, otherwise not, under the name of its kind. */
export const keptFields = { keep: z.boolean(), device: lineOrBlank('Device name', 40) }
export function asBefore() {
  const name = attempt(() => localStorage.getItem(KEPT_AS))
  return { keep: Boolean(name), device: name || deviceHere() }
}

/** Keeps staff signed in for 30 days on a device that they name; without a name it is 12 hours (docs/rules.md §4.21). */
export function KeepSignedIn({ form }: { form: Pick<ContractForm<'keep' | 'device'>, 'field' | 'watch'> }) {
  return (
    <div className="grid gap-2">
      <CheckField {...form.field('keep')} label="Keep me signed in on this device for 30 days" />
      {form.watch('keep') === 'true' && (
        <TextField
          {...form.field('device')}
          label="Name of this device"
          help="So you can tell it from your others, such as Dana's iPhone. Only keep your own."
          autoComplete="off"
          maxLength={40}
        />
      )}
    </div>
  )
}

/** What is sent: a name keeps the device, left blank the name of its kind. */
export function deviceOf({ keep, device }: { keep: boolean; device: string }) {
  if (!keep) {
    attempt(() => localStorage.removeItem(KEPT_AS))
    return {}
  }
  const name = device || deviceHere()
  attempt(() => localStorage.setItem(KEPT_AS, name))
  return { device: name }
}

/** What kind of device this is, as the proposal of a name. */
export function deviceHere(): string {
  const kind = deviceKindOf(navigator.userAgent) ?? 'My device'
  if (!kind.startsWith('Mac')) return kind
  return navigator.maxTouchPoints > 1 ? 'iPad' : 'Mac'
}
