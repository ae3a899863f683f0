import { Check } from 'lucide-react'

const BENEFITS = [
  'Priority booking access',
  'Exclusive fishing packages',
  'Member-only events',
  'Special rates and offers',
]

/** What an account is good for, shown at sign-up and on the account card. */
export function MemberBenefits() {
  return (
    <section aria-labelledby="member-benefits">
      <h3 id="member-benefits" className="font-strong">
        Member benefits
      </h3>
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
