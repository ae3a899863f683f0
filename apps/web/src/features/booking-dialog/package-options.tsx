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
        <label key={option} className="opt">
          <input
            type="radio"
            name="packageType"
            className="opt__dot"
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <b>{PACKAGES[option].name}</b>
          <b>
            <Money cents={quote(config, option, 1).price} />
          </b>
          <small className="col-[2/-1] text-ink-2 text-small">{PACKAGES[option].fish}, price per angler</small>
        </label>
      ))}
    </fieldset>
  )
}
