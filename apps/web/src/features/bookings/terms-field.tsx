import { addresses } from '@arcadia/contract/addresses'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { canStillMove } from '@arcadia/contract/site/wording'
import type { Ref } from 'react'
import { useSiteData } from '../../prerender/site-data.ts'
import { AgreeField } from '../../ui/field.tsx'

interface TermsFieldProps {
  ref?: Ref<HTMLInputElement>
  daysUntilTrip: number
  /** Of a gift that pays the deposit, what isn't refundable (docs/rules.md §3.3). */
  keptOfGift?: Cents | undefined
  isAccepted: boolean
  error: string | undefined
  onChange: (isAccepted: boolean) => void
}

/** What must be agreed to, in the open: the money rule isn't hidden behind a link. */
export function TermsField({ ref, daysUntilTrip, keptOfGift, isAccepted, error, onChange }: TermsFieldProps) {
  const { business, words } = useSiteData()
  const ahead = words['move-days']
  const what = keptOfGift ? 'The gift moves' : "The deposit isn't refundable, but it moves"
  return (
    <AgreeField
      ref={ref}
      name="acceptsTerms"
      checked={isAccepted}
      error={error}
      onChange={({ target }) => onChange(target.checked)}
    >
      I'm 18 or older and agree to the{' '}
      <a href={addresses.terms.href()} target="_blank" rel="noreferrer">
        terms
      </a>
      .{' '}
      {canStillMove(daysUntilTrip, business.moveDays) ? (
        `${what} with me if I change my date at least ${ahead} ahead.`
      ) : (
        <strong>
          This trip is less than {ahead} away, so it can't be moved to another date.
          {!keptOfGift && " The deposit isn't refundable."}
        </strong>
      )}
      {keptOfGift && ` If I cancel, ${formatCents(keptOfGift)} of the gift isn't refundable.`}
    </AgreeField>
  )
}
