import { MAX_PARTY, PackageType } from '@arcadia/contract/configuration'
import { SelectField } from '../../ui/field.tsx'
import { anglers, PACKAGES } from '../bookings/packages.ts'

interface Party {
  numberOfGuests: number
  packageType: PackageType
}

const SIZES = Array.from({ length: MAX_PARTY }, (_, index) => index + 1)

/** Any party and package there is, for the owner: whether there is room the server says. */
export function PartyFields({ party, onChange }: { party: Party; onChange: (party: Party) => void }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="Anglers"
        value={party.numberOfGuests}
        onChange={({ target }) => onChange({ ...party, numberOfGuests: Number(target.value) })}
      >
        {SIZES.map((size) => (
          <option key={size} value={size}>
            {anglers(size)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Package"
        value={party.packageType}
        onChange={({ target }) => onChange({ ...party, packageType: PackageType.parse(target.value) })}
      >
        {PackageType.options.map((option) => (
          <option key={option} value={option}>
            {PACKAGES[option].name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
