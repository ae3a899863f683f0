import { type BookingConfig, PackageType, quote } from '@arcadia/contract/configuration'
import { Money } from '../../ui/money.tsx'
import { PACKAGES } from '../bookings/packages.ts'

interface PackageOptionsProps {
  config: BookingConfig
  value: PackageType
  onChange: (value: PackageType) => void
}

export function PackageOptions({ config, value, onChange }: PackageOptionsProps) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr">Package</legend>
      {PackageType.options.map((option) => (
        <label
          key={option}
          className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-[0.85rem] gap-y-[0.2rem] rounded-2 border border-line-2 bg-card px-4 py-[0.9rem] leading-[1.3] hover:border-ink has-checked:border-ink has-checked:bg-bg-2 has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:shadow-(--focus-ring)"
        >
          <input
            type="radio"
            name="packageType"
            className="size-5 appearance-none rounded-full border-2 border-line-2 bg-card checked:border-6 checked:border-ink focus-visible:rounded-full focus-visible:shadow-none"
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <b className="font-[660]">{PACKAGES[option].name}</b>
          <b className="font-[660]">
            <Money cents={quote(config, option, 1).price} />
          </b>
          <small className="col-[2/-1] text-ink-2 text-small">{PACKAGES[option].fish}, price per angler</small>
        </label>
      ))}
    </fieldset>
  )
}
