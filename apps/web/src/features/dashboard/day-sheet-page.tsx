import type { DaySheet } from '@arcadia/contract/dashboard'
import { formatFullDate, formatVenueTime } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { mailLink } from '../../ui/mail-link.ts'
import { Money } from '../../ui/money.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { PackageTag, StatusTag } from '../../ui/tag.tsx'
import { anglers, TRIP_HOURS } from '../bookings/packages.ts'
import { skyOf } from '../bookings/trip-sky.ts'

/** What is printed: the morning's light, and everything the guide needs to know of each party. */
export function DaySheetPage({ sheet: { date, parties } }: { sheet: DaySheet }) {
  const { sunrise, sunset, moon } = skyOf(date)
  const total = parties.reduce((sum, { numberOfGuests }) => sum + numberOfGuests, 0)
  const due = parties.reduce((sum, { pendingAmount }) => sum + pendingAmount, 0)
  return (
    <article className="box daysheet" aria-labelledby="sheet-title">
      <header>
        <h2 id="sheet-title" className="display h3">
          {formatFullDate(date)}
        </h2>
        <p className="num">
          Sunrise {formatVenueTime(sunrise)}, sunset {formatVenueTime(sunset)}. {moon.phase}, {moon.litPercent}% lit.
        </p>
        {parties.length > 0 && (
          <p>
            <b className="num">
              {anglers(total)}, {TRIP_HOURS}
            </b>
            {due > 0 && (
              <>
                , <Money cents={due} /> to collect
              </>
            )}
          </p>
        )}
      </header>
      {parties.length === 0 && <p className="daysheet__empty muted">Nobody is booked on this day.</p>}
      {parties.map((party) => (
        <PartyOnSheet key={party.id} party={party} />
      ))}
    </article>
  )
}

function PartyOnSheet({ party }: { party: DaySheet['parties'][number] }) {
  return (
    <section className="daysheet__party" aria-label={`${party.firstName} ${party.lastName}`}>
      <div>
        <h3>
          <Link to={{ search: `?tab=bookings&id=${party.id}` }} className="row-name">
            {party.firstName} {party.lastName}
          </Link>
        </h3>
        <p className="daysheet__tags">
          <span className="num">{anglers(party.numberOfGuests)}</span>
          <PackageTag packageType={party.packageType} />
          {party.status !== 'CONFIRMED' && <StatusTag status={party.status} />}
        </p>
        <p>
          <PhoneLink phone={party.phone} />
        </p>
        <p>
          <a href={mailLink(party.email)} className="phone wrap-anywhere">
            {party.email}
          </a>
        </p>
      </div>
      <dl className="summary">
        <div>
          <dt>Confirmation</dt>
          <dd className="num">{party.confirmationNumber}</dd>
        </div>
        <div>
          <dt>Paid</dt>
          <dd>
            <Money cents={party.paidAmount} />
          </dd>
        </div>
        <div>
          <dt>Due</dt>
          <dd>
            <Money cents={party.pendingAmount} />
          </dd>
        </div>
      </dl>
      {party.questions.length > 0 && (
        <div className="daysheet__questions">
          <h4>Not answered yet</h4>
          {party.questions.map((question) => (
            <blockquote key={question}>{question}</blockquote>
          ))}
        </div>
      )}
      {party.notes.length > 0 && (
        <div className="daysheet__notes">
          <h4>Notes (not printed)</h4>
          {party.notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same, and none moves
            <p key={index} className="daysheet__note">
              {note}
            </p>
          ))}
        </div>
      )}
    </section>
  )
}
