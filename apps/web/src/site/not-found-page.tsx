import { addresses } from '@arcadia/contract/addresses'
import moonset from '../assets/plates/plate-28-moonset.svg'
import '../styles/not-found.css'
import { useDialogs } from '../dialogs.ts'
import { Button, LinkButton } from '../ui/button.tsx'

export function NotFoundPage() {
  const { openEnquiry } = useDialogs()
  return (
    <main className="lost dark">
      <title>Page not found</title>
      <div className="lost__t">
        <h1 className="display h2">Nothing on this line</h1>
        <p className="lead">This page doesn't exist, or it has moved. Let's get you back.</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <LinkButton to={addresses.home.href()} variant="cta" size="lg">
            Back to home
          </LinkButton>
          <Button size="lg" onClick={openEnquiry}>
            Enquire Now
          </Button>
        </div>
      </div>
      <div className="lost__plate">
        <img src={moonset} alt="" />
      </div>
    </main>
  )
}
