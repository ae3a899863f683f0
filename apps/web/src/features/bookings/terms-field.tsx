import { canStillMove } from '@arcadia/contract/site/wording'
import { useSiteData } from '../../prerender/site-data.ts'
import { FieldError } from '../../ui/field.tsx'

interface TermsFieldProps {
  daysUntilTrip: number
  isAccepted: boolean
  error: string | undefined
  onChange: (isAccepted: boolean) => void
}

/** What has to be agreed to, flat: the rule about the money stands here, not behind a link. */
export function TermsField({ daysUntilTrip, isAccepted, error, onChange }: TermsFieldProps) {
  const { business, words } = useSiteData()
  return (
    <div className="grid gap-1.5">
      <label className="agree">
        <input
          type="checkbox"
          name="acceptsTerms"
          checked={isAccepted}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          I'm 18 or older and agree to the{' '}
          <a href="/eula" target="_blank" rel="noreferrer">
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
        </span>
      </label>
      <FieldError id="terms-error">{error}</FieldError>
    </div>
  )
}
