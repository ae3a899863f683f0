import { MAX_PARTY, PackageType, type PrivateMorning, RIDER_PRICE } from '@arcadia/contract/configuration'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { emptyInWords } from '@arcadia/contract/private-mornings'
import { anglers } from '@arcadia/contract/riders'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { RidersField, TackleField } from './riders-fields.tsx'

interface PartyFieldsProps {
  form: Pick<ContractForm<'numberOfGuests' | 'packageType' | 'riders' | 'tackle'>, 'field'>
  /** How many anglers are offered, where that is known. */
  most?: number
  /** The promised price of a rider. */
  riderPrice?: Cents
  onChange?: () => void
}

/** Lets the owner pick group size, package, riders and tackle; the server says whether there is room. */
export function PartyFields({ form, most = MAX_PARTY, riderPrice = RIDER_PRICE, onChange }: PartyFieldsProps) {
  const sizes = Array.from({ length: Math.min(most, MAX_PARTY) }, (_, index) => index + 1)
  return (
    <div className="pairs" onChange={onChange}>
      <SelectField {...form.field('numberOfGuests')} label="Anglers">
        {sizes.map((guests) => (
          <option key={guests} value={guests}>
            {anglers(guests)}
          </option>
        ))}
      </SelectField>
      <SelectField {...form.field('packageType')} label="Package">
        {PackageType.options.map((option) => (
          <option key={option} value={option}>
            {PACKAGES[option].name}
          </option>
        ))}
      </SelectField>
      <RidersField {...form.field('riders')} help={`${formatCents(riderPrice)} each`} />
      <TackleField {...form.field('tackle')} />
    </div>
  )
}

/** The rest of the boat, for so many anglers. */
export function PrivateField({
  form,
  privateMorning: { spots, spotPrice },
  guests,
}: {
  form: Pick<ContractForm<'isPrivate'>, 'field'>
  privateMorning: PrivateMorning
  guests: number
}) {
  const emptySpots = Math.max(0, spots - guests)
  const what = emptySpots > 0 ? `, ${formatCents(emptySpots * spotPrice)} for the ${emptyInWords(emptySpots)}` : ''
  return <CheckField {...form.field('isPrivate')} label={`Private morning${what}`} />
}
