import { LUNCH } from '@arcadia/contract/site/wording'
import type { ReactNode } from 'react'
import trophyWaters from '../../assets/plates/plate-02-the-gar-below.svg'
import palms from '../../assets/plates/plate-08-cabbage-palms.svg'
import guide from '../../assets/plates/plate-09-the-guide.svg'
import lunch from '../../assets/plates/plate-20-lunch-on-the-bank.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { classNames } from '../../ui/class-names.ts'
import { BusinessText } from '../business-words.tsx'

export function Story() {
  const { guidePhoto } = useSiteData().business
  return (
    <section className="story" id="about" aria-labelledby="about-title">
      <div className="wrap">
        <div className="story__head">
          <h2 className="display h2" id="about-title">
            Where Stories Begin
          </h2>
          <p className="lead muted">
            Mist on the water, a loaded rod, and something under the lilies that looks like a log until it moves. You
            come for the size of the fish. You go home talking about the morning.
          </p>
        </div>
        <div className="mosaic">
          <Card plate={trophyWaters} isTall title="Trophy Waters" className="card--waters dark">
            Giant exotics, some longer than you are tall. The big ones go 250 pounds.
          </Card>
          <Card
            plate={guidePhoto ?? guide}
            isPhoto={guidePhoto !== undefined}
            isTall
            title="Expert Guides"
            className="card--guides"
          >
            Someone who reads this water every morning rigs the rod and stays right beside you for every run.{' '}
            <BusinessText name="guide" />
          </Card>
          <Card plate={palms} isTall title="Prime Location" className="card--location">
            Peace River country, half an hour from Punta Gorda airport.
          </Card>
          <Card plate={lunch} title="Luxury Experience" className="card--luxury">
            {`Premium conventional or fly tackle. ${LUNCH}`}
          </Card>
        </div>
      </div>
    </section>
  )
}

interface CardProps {
  plate: string
  /** A photograph has no grain. */
  isPhoto?: boolean
  /** The plate is 900 by 1200 instead of 1200 by 900. */
  isTall?: boolean
  title: string
  className: string
  children: ReactNode
}

function Card({ plate, isPhoto = false, isTall = false, title, className, children }: CardProps) {
  return (
    <article className={`card ${className}`}>
      <div className={classNames('card__plate', !isPhoto && 'grain')}>
        <img src={plate} alt="" width={isTall ? 900 : 1200} height={isTall ? 1200 : 900} loading="lazy" />
      </div>
      <div className="card__text">
        <h3 className="display h3">{title}</h3>
        <p>{children}</p>
      </div>
    </article>
  )
}
