import { Check } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../../ui/class-names.ts'

const BENEFITS = [
  'Priority booking access',
  'Exclusive fishing packages',
  'Member-only events',
  'Special rates and offers',
]

/** What an account is good for: a short list, or a section of the page. */
export function MemberBenefits({ isSection = false }: { isSection?: boolean }) {
  // A dialog may show the list over the page that has the section.
  const title = useId()
  const Heading = isSection ? 'h2' : 'h3'
  return (
    <section aria-labelledby={title} className="w-full">
      <Heading id={title} className={isSection ? 'display h2' : 'font-strong'}>
        Member benefits
      </Heading>
      <ul className={isSection ? 'mt-8 grid gap-x-10 tablet:grid-cols-2 desktop:grid-cols-4' : 'mt-2 grid gap-1'}>
        {BENEFITS.map((benefit) => (
          <li
            key={benefit}
            className={classNames('flex items-center gap-3', isSection && 'border-line border-t py-4 font-strong')}
          >
            <Check className="icon flex-none text-ok" aria-hidden />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  )
}
