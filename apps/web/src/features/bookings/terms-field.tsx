import { addresses } from '@arcadia/contract/addresses'
import { canStillMove } from '@arcadia/contract/site/wording'
import type { Ref } from 'react'
import { useSiteData } from '../../prerender/site-data.ts'
import { AgreeField } from '../../ui/field.tsx'

interface TermsFieldProps {
  ref?: Ref<HTMLInputElement>
  daysUntilTrip: number
  isAccepted: boolean
  error: string | undefined
  onChange: (isAccepted: boolean) => void
}

/** What must be agreed to, in the open: the money rule isn't hidden behind a link. */
export function TermsField({ ref, daysUntilTrip, isAccepted, error, onChange }: TermsFieldProps) {
  const { business, words } = useSiteData()
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
        `The deposit isn't refundable, but it moves with me if I change my date at least ${words['move-days']} ahead.`
      ) : (
        <strong>
          This trip is less than {words['move-days']} away, so it can't be moved to another date. The deposit isn't
          refundable.
        </strong>
      )}
    </AgreeField>
  )
}
