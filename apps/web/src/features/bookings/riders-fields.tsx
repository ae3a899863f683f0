import { RIDER_PRICE } from '@arcadia/contract/configuration'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { MAX_RIDERS, ridersInWords, TACKLE_NAMES, Tackle } from '@arcadia/contract/riders'
import type { ComponentProps } from 'react'
import { SelectField } from '../../ui/field.tsx'

type SelectProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>

/** How many riders come along, at today's price or the promised one. */
export function RidersField({ price = RIDER_PRICE, ...select }: SelectProps & { price?: Cents | undefined }) {
  const help = `${formatCents(price)} per non-fishing guest, children too. Lunch and drinks included.`
  return (
    <SelectField label="Riders" help={help} {...select}>
      <option value={0}>No riders</option>
      {Array.from({ length: MAX_RIDERS }, (_, index) => index + 1).map((riders) => (
        <option key={riders} value={riders}>
          {ridersInWords(riders)}
        </option>
      ))}
    </SelectField>
  )
}

export function TackleField(select: SelectProps) {
  return (
    <SelectField label="Tackle" {...select}>
      {Tackle.options.map((tackle) => (
        <option key={tackle} value={tackle}>
          {TACKLE_NAMES[tackle]}
        </option>
      ))}
    </SelectField>
  )
}
