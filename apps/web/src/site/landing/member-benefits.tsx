import { Check } from 'lucide-react'
import { useDialogs } from '../../dialogs.ts'
import { MEMBER_BENEFITS } from '../../features/accounts/member-benefits.ts'
import { Button } from '../../ui/button.tsx'

/** What visitors see where the signed-in read reviews (docs/rules.md §11.6). */
export function MemberBenefits() {
  const { openSignIn, openSignUp } = useDialogs()
  return (
    <section className="members" aria-labelledby="members-title">
      <div className="wrap members__grid">
        <div>
          <h2 className="display h2" id="members-title">
            Members fish first
          </h2>
          <p className="lead muted">
            An account is free. It keeps your dates, your receipts and your questions to the guide in one place.
          </p>
          <div className="members__acts">
            <Button variant="cta" size="lg" onClick={() => openSignUp()}>
              Sign Up
            </Button>
            <Button variant="text" size="lg" onClick={() => openSignIn()}>
              Sign In
            </Button>
          </div>
        </div>
        <ul>
          {MEMBER_BENEFITS.map((benefit) => (
            <li key={benefit} className="display h3">
              <Check className="icon" aria-hidden />
              {benefit}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
