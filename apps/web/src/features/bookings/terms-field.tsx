import { CircleAlert } from 'lucide-react'

interface TermsFieldProps {
  isAccepted: boolean
  error: string | undefined
  onChange: (isAccepted: boolean) => void
}

/** What has to be agreed to, flat: the rule about the money stands here, not behind a link. */
export function TermsField({ isAccepted, error, onChange }: TermsFieldProps) {
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
          I am 18 or older and accept the{' '}
          <a href="/eula" target="_blank" rel="noreferrer">
            terms
          </a>
          . The deposit is not refundable; it can be used to reschedule.
        </span>
      </label>
      {error && (
        <p id="terms-error" className="err">
          <CircleAlert className="i" aria-hidden />
          {error}
        </p>
      )}
    </div>
  )
}
