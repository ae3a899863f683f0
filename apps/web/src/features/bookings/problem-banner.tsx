import { type Ref, useEffect, useRef } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { Banner } from '../../ui/banner.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'

export interface Problem {
  message: string
  /** Advice shown beside the fixed text. */
  advice?: string | undefined
  /** Something that this customer did elsewhere, so nothing is wrong and there is nothing to dismiss. */
  isCalm?: boolean
  /** The card was declined; the date stays held. */
  isDecline?: boolean
  /** No answer came, and the same press may be made again. */
  isUnsent?: boolean
  /** Offers the enquiry dialog, so no customer is lost. */
  offersEnquiry?: boolean
  /** Told at the field of the gift voucher, where that is shown. */
  isAboutVoucher?: boolean
}

interface ProblemBannerProps {
  problem: Problem | null
  onDismiss: (() => void) | undefined
  /** Goes to step 2. */
  onBack?: (() => void) | undefined
  backRef?: Ref<HTMLButtonElement>
  /** After a decline. */
  onOtherCard?: () => void
  /** Where nothing was sent. */
  onPayAgain?: () => void
}

/** The problem, at the top of a step and scrolled into view. */
export function ProblemBanner({ problem, onDismiss, onBack, backRef, onOtherCard, onPayAgain }: ProblemBannerProps) {
  const { openEnquiry } = useDialogs()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  if (!problem) return null
  return (
    <div ref={place} className="scroll-mt-5 pb-5" role={problem.isCalm ? 'status' : undefined}>
      <Banner
        tone={problem.isCalm ? 'info' : 'error'}
        action={
          problem.isDecline && onOtherCard
            ? { label: 'Use another card', onPress: onOtherCard }
            : problem.isUnsent && onPayAgain
              ? { label: 'Pay again', onPress: onPayAgain }
              : undefined
        }
        onDismiss={problem.isCalm ? undefined : onDismiss}
        onBack={problem.isCalm ? undefined : onBack}
        {...(backRef && { backRef })}
      >
        {withPhoneLinks(problem.message)}
        {problem.advice && <p>{withPhoneLinks(problem.advice)}</p>}
        {problem.offersEnquiry && (
          <>
            {' '}
            Or{' '}
            <button type="button" className="link" onClick={openEnquiry}>
              enquire
            </button>
            , and we'll book you in.
          </>
        )}
      </Banner>
    </div>
  )
}
