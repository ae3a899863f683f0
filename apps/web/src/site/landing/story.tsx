import { LUNCH } from '@arcadia/contract/site/wording'
import type { ReactNode } from 'react'
import trophyWaters from '../../assets/plates/plate-02-the-gar-below.svg'
import palms from '../../assets/plates/plate-08-cabbage-palms.svg'
import guide from '../../assets/plates/plate-09-the-guide.svg'
import lunch from '../../assets/plates/plate-20-lunch-on-the-bank.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { BusinessText } from '../business-words.tsx'

export function Story() {
  const { guidePhoto, guideName } = useSiteData().business
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
          <Card plate={<Plate src={trophyWaters} isTall />} title="Trophy Waters" className="card--waters dark">
            <p>Giant exotics, some longer than you are tall. The big ones go 250 pounds.</p>
          </Card>
          <Card
            plate={
              <img
                data-fill-src="guide-photo"
                src={guidePhoto ?? guide}
                alt={(guidePhoto && guideName) ?? ''}
                loading="lazy"
                suppressHydrationWarning
              />
            }
            title="Expert Guides"
            className="card--guides"
          >
            <p>Someone who reads this water every morning rigs the rod and stays right beside you for every run.</p>
            <TheGuide />
          </Card>
          <Card plate={<Plate src={palms} isTall />} title="Prime Location" className="card--location">
            <p>Peace River country, half an hour from Punta Gorda airport.</p>
          </Card>
          <Card plate={<Plate src={lunch} />} title="Luxury Experience" className="card--luxury">
            <p>{`Premium conventional or fly tackle. ${LUNCH}`}</p>
          </Card>
        </div>
      </div>
    </section>
  )
}

/** The guide as a person; not shown until the owner has named one. */
function TheGuide() {
  return (
    <div className="card__guide">
      <p>Your guide</p>
      <h4 className="display">
        <BusinessText name="guide-name" />
      </h4>
      <p className="card__license">
        <BusinessText name="guide-license" />
      </p>
      <p>
        <BusinessText name="guide-about" />
      </p>
    </div>
  )
}

interface CardProps {
  plate: ReactNode
  title: string
  className: string
  children: ReactNode
}

function Card({ plate, title, className, children }: CardProps) {
  return (
    <article className={`card ${className}`}>
      <div className="card__plate grain">{plate}</div>
      <div className="card__text">
        <h3 className="display h3">{title}</h3>
        {children}
      </div>
    </article>
  )
}

/** A drawing of 1200 by 900, or 900 by 1200. */
const Plate = ({ src, isTall = false }: { src: string; isTall?: boolean }) => (
  <img src={src} alt="" width={isTall ? 900 : 1200} height={isTall ? 1200 : 900} loading="lazy" />
)
