import { CALLED_OFF } from '@arcadia/contract/site/wording'
import { CalendarDays, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import arapaima from '../../assets/plates/plate-03-arapaima-rising.svg'
import redtail from '../../assets/plates/plate-04-redtail.svg'
import { useDialogs } from '../../dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ServerText } from '../server-text.tsx'
import { useSiteFacts } from './use-site-facts.ts'

const STANDARD_FEATURES = [
  'Professional guide service',
  'Premium fishing equipment (conventional or fly)',
  'Gourmet lunch and refreshments',
]

/**
 * Both packages. Until the prices load only a spinner shows. The cards keep their space behind it, so nothing moves,
 * and readers without scripts see them with the prices the server wrote.
 */
export function PackageCards() {
  const { isLoading } = useSiteFacts()
  return (
    <div className={classNames('packages', isLoading && 'packages--loading')} aria-busy={isLoading}>
      {isLoading && <Spinner label="Loading prices" className="packages__spinner" />}
      <PackageCard name="standard" title="Standard Package" upTo="Fish up to 100 pounds">
        <Features items={STANDARD_FEATURES} />
      </PackageCard>
      <PackageCard name="trophy" title="Trophy Package" upTo="Fish up to 250 pounds">
        <p className="package__plus">Everything in Standard, plus the big water</p>
        <Features items={['Larger fish size range, up to 250 pounds']} />
      </PackageCard>
    </div>
  )
}

interface PackageCardProps {
  name: 'standard' | 'trophy'
  title: string
  upTo: string
  /** What it has. */
  children: ReactNode
}

function PackageCard({ name, title, upTo, children }: PackageCardProps) {
  const { facts, isLoading } = useSiteFacts()
  const { openBooking } = useDialogs()
  const isTrophy = name === 'trophy'
  return (
    <article className={classNames('package', isTrophy && 'package--trophy dark')}>
      {isTrophy && <p className="package__flag">MOST POPULAR</p>}
      <div className="package__plate grain">
        {isTrophy ? (
          <img src={arapaima} alt="" width={1200} height={900} loading="lazy" />
        ) : (
          <img src={redtail} alt="" width={900} height={1200} loading="lazy" />
        )}
      </div>
      <div className="package__text">
        <div>
          <h3 className="display h3" id={`${name}-package`}>
            {title}
          </h3>
          <p className="package__upto">{upTo}</p>
          <Price name={`${name}-price`} amount={facts[`${name}-price`]} isPlain={isLoading} />
        </div>
        <div>
          {children}
          <p className="package__promise">
            <CalendarDays className="icon" aria-hidden />
            {CALLED_OFF}
          </p>
        </div>
        <Button
          variant={isTrophy ? 'cta' : 'line'}
          size="lg"
          aria-describedby={`${name}-package`}
          onClick={() => openBooking({ packageType: isTrophy ? 'TROPHY' : 'STANDARD' })}
        >
          Book Now
        </Button>
      </div>
    </article>
  )
}

function Features({ items }: { items: readonly string[] }) {
  return (
    <ul className="package__features">
      {items.map((item) => (
        <li key={item}>
          <Check className="icon" aria-hidden />
          {item}
        </li>
      ))}
    </ul>
  )
}

interface PriceProps {
  name: 'standard-price' | 'trophy-price'
  amount: string
  /** As one text, the way the server writes it; otherwise the cents are raised. */
  isPlain: boolean
}

function Price({ name, amount, isPlain }: PriceProps) {
  const point = amount.lastIndexOf('.')
  return (
    <p className="package__price">
      <b className="num">
        {isPlain ? (
          <ServerText name={name}>{amount}</ServerText>
        ) : (
          <>
            {amount.slice(0, point)}
            <sup>{amount.slice(point)}</sup>
          </>
        )}
      </b>
      <span>per angler</span>
    </p>
  )
}
