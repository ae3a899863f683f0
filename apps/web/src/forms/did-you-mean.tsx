import { likelyEmail } from './likely-email.ts'

interface DidYouMeanProps {
  email: string
  /** It is tapped. */
  onTake: (likely: string) => void
  disabled?: boolean
}

/** Asks about a likely typo in an address, mended at a tap; nothing where there is none. */
export function DidYouMean({ email, onTake, disabled }: DidYouMeanProps) {
  const likely = likelyEmail(email)
  return (
    likely && (
      <>
        Did you mean {/* Its ring lies on no letter. */}
        <button type="button" className="link ml-1 wrap-anywhere" disabled={disabled} onClick={() => onTake(likely)}>
          {likely}?
        </button>
      </>
    )
  )
}
