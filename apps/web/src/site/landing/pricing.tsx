import { BookingTerms } from './booking-terms.tsx'
import { PackageCards } from './package-cards.tsx'
import { ScaleDrawing } from './scale-drawing.tsx'

export function Pricing() {
  return (
    <section className="pricing" id="pricing" aria-labelledby="pricing-title">
      <div className="wrap">
        <div className="pricing__head">
          <div>
            <h2 className="display h2" id="pricing-title">
              Two ways to fish it
            </h2>
            <p className="lead muted">Priced per angler, in US dollars. A deposit per angler confirms the date.</p>
          </div>
          <ScaleDrawing />
        </div>
        <PackageCards />
        <BookingTerms />
      </div>
    </section>
  )
}
