import { CONFIG_RANGES } from '@arcadia/contract/admin/configuration'
import { classNames } from '../../ui/class-names.ts'
import { TextField } from '../../ui/field.tsx'
import { type NumberName, settleNumber } from './configuration-draft.ts'
import type { ConfigurationForm } from './use-configuration-form.ts'

/** In the order of the screen. */
export const NUMBERS: readonly { name: NumberName; label: string; help: string }[] = [
  { name: 'maxCapacity', label: 'Max anglers per day', help: '1 to 10' },
  { name: 'holdDurationMinutes', label: 'Hold duration (minutes)', help: '1 to 60' },
  { name: 'depositPerGuest', label: 'Deposit per guest ($)', help: 'Checkouts already started keep the old price' },
  { name: 'standardPackagePrice', label: 'Standard package price ($)', help: 'Per angler' },
  { name: 'trophyPackagePrice', label: 'Trophy package price ($)', help: 'Per angler' },
  {
    name: 'privateSpotPrice',
    label: 'Private morning, per empty spot ($)',
    help: 'A group can keep its morning to itself for this. Empty: not offered',
  },
]

/** The settings of docs/rules.md §6.13 and docs/rules.md §2.22, one per row; a changed one shows its saved value. */
export function NumberSettings({ form }: { form: ConfigurationForm }) {
  return NUMBERS.map(({ name, label, help }) => {
    const isChanged = form.draft[name] !== form.saved[name]
    return (
      <TextField
        key={name}
        className={classNames(
          'relative @min-[10lh]:grid-cols-[minmax(0,1fr)_7.5rem] items-center gap-x-5 gap-y-0 py-3 not-first-of-type:border-t not-first-of-type:border-t-line before:absolute before:inset-y-0 @min-[10lh]:before:-left-[1.4375rem] before:-left-[0.5625rem] before:border-l-3',
          '[&_.err]:col-span-full [&_.err]:mt-1 [&_.err]:text-right @min-[10lh]:[&_.input]:col-start-2 @min-[10lh]:[&_.input]:row-span-2 @min-[10lh]:[&_.input]:row-start-1 [&_.input]:[appearance:textfield] [&_.input]:text-right [&_.input::-webkit-inner-spin-button]:appearance-none',
          isChanged ? 'before:border-cta' : 'before:border-transparent',
        )}
        type="number"
        inputMode="numeric"
        step={1}
        {...CONFIG_RANGES[name]}
        label={label}
        help={
          isChanged
            ? `${help}. Now ${form.saved[name] ? Number(form.saved[name]).toLocaleString('en-US') : 'empty'}`
            : help
        }
        error={form.numberError(name)}
        value={form.draft[name]}
        onChange={({ target }) => form.edit({ [name]: target.value })}
        onBlur={({ target }) => form.edit({ [name]: settleNumber(name, target.value) })}
      />
    )
  })
}
