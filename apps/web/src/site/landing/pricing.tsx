import scale from '../../assets/scale.svg'
import { BookingTerms } from './booking-terms.tsx'
import { PackageCards } from './package-cards.tsx'

export function Pricing() {
  return (
    <section className="pricing" id="pricing" aria-labelledby="pricing-title">
      <div className="wrap">
        <div className="pricing__head">
          <div>
            <h2 className="display h2" id="pricing-title">
              Two ways to fish
            </h2>
            <p className="lead muted">Prices are per angler, in US dollars.</p>
          </div>
          <ScaleDrawing />
        </div>
        <PackageCards />
        <BookingTerms />
      </div>
    </section>
  )
}

/**
 * A six-foot angler and both largest fish on one scale. The labels are page text, placed at the figures of the drawing.
 */
function ScaleDrawing() {
  return (
    <figure className="scale">
      <img
        src={scale}
        alt="A six-foot angler, a 100-pound fish and a 250-pound fish drawn to the same scale"
        width={790}
        height={298}
        loading="lazy"
      />
      <figcaption>
        <span>
          <b>Angler</b> 6 ft
        </span>
        <span>
          <b>Standard</b> 100 lb
        </span>
        <span>
          <b>Trophy</b> 250 lb
        </span>
      </figcaption>
    </figure>
  )
}
