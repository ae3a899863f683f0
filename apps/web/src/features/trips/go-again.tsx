import { addresses } from '@arcadia/contract/addresses'
import { CalendarDays } from 'lucide-react'
import plate from '../../assets/plates/plate-01-first-light.svg'
import { useSession } from '../../session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'

/** The way to the next trip: for everybody who was on the boat, and for whose trip was canceled and isn't still paid for. */
export function GoAgain({ title }: { title: string }) {
  const { session } = useSession()
  return (
    <section className="go-again dark print:hidden">
      <div className="go-again__in">
        <div className="go-again__a grain">
          <img src={plate} alt="" loading="lazy" />
        </div>
        <div className="go-again__t">
          <h2 className="display">{title}</h2>
          <p>
            Every open morning is in the calendar.
            {session && ' Your name and phone are filled in already.'}
          </p>
          <LinkButton to={addresses.season.href()} size="lg" icon={<CalendarDays aria-hidden />}>
            See open mornings
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
