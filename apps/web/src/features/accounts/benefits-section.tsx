import { useDialogs } from '../../dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { MemberBenefits } from './member-benefits.tsx'

/** The landing page's invitation to sign up. */
export function BenefitsSection() {
  const { openSignUp } = useDialogs()
  return (
    <div className="grid justify-items-start gap-8">
      <MemberBenefits isSection />
      <Button variant="ink" onClick={() => openSignUp()}>
        Sign Up
      </Button>
    </div>
  )
}
