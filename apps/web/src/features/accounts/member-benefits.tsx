import { Check } from 'lucide-react'

const BENEFITS = [
  'Priority booking access',
  'Exclusive fishing packages',
  'Member-only events',
  'Special rates and offers',
]

/** What an account is good for. */
export function MemberBenefits({ Heading = 'h3' }: { Heading?: 'h2' | 'h3' }) {
  return (
    <section aria-labelledby="member-benefits">
      <Heading id="member-benefits" className={Heading === 'h2' ? 'display h2' : 'font-strong'}>
        Member benefits
      </Heading>
      <ul className="mt-2 grid gap-1">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex items-center gap-3">
            <Check className="icon text-ok" aria-hidden />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  )
}
