import { CalendarDays, Clock, Fish, type LucideIcon, Sun, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { BusinessText } from '../business-words.tsx'
import { ServerText } from '../server-text.tsx'
import { EnquireAction } from './enquire-action.tsx'
import { useSiteFacts } from './use-site-facts.ts'

/** The four facts under the hero. */
export function SeasonStrip() {
  const { facts } = useSiteFacts()
  return (
    <section className="strip dark" aria-label="The season at a glance">
      <ul className="wrap">
        <Fact icon={Fish} className="strip__trophy" title="Trophy Waters">
          Fish up to 250 pounds
        </Fact>
        <Fact icon={Sun} title={<ServerText name="season">{facts.season}</ServerText>}>
          One season a year
        </Fact>
        <Fact icon={Clock} title={<BusinessText name="hours" />}>
          On the water at <BusinessText name="start-hour" />
        </Fact>
        <Fact icon={CalendarDays} title={<ServerText name="open-days">{facts['open-days']}</ServerText>}>
          <ServerText name="closed-days">{facts['closed-days']}</ServerText>
        </Fact>
        <Fact icon={Users} title={<ServerText name="capacity">{facts.capacity}</ServerText>}>
          Bigger group? <EnquireAction />
        </Fact>
      </ul>
    </section>
  )
}

interface FactProps {
  icon: LucideIcon
  title: ReactNode
  className?: string
  children: ReactNode
}

function Fact({ icon: Icon, title, className, children }: FactProps) {
  return (
    <li className={className}>
      <Icon className="icon" aria-hidden />
      <p>
        <b>{title}</b>
        <span>{children}</span>
      </p>
    </li>
  )
}
