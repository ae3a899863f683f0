import { portal } from '@arcadia/contract/addresses'
import type { DaySheet } from '@arcadia/contract/admin/dashboard'
import { fullName } from '@arcadia/contract/full-name'
import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { formatCents } from '@arcadia/contract/money'
import { groupInWords, tackleInWords } from '@arcadia/contract/riders'
import { meetingPlace } from '@arcadia/contract/site/business-words'
import { skyOf } from '@arcadia/contract/site/trip-sky'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { formatFullDate, formatPortalTime } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { useSiteData } from '../../prerender/site-data.ts'
import { useMay } from '../../session/use-may.ts'
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { PackageTag, StatusTag } from '../../ui/tag.tsx'
import { NewNote } from '../admin-bookings/admin-booking-notes.tsx'
import { useCalledOffText } from '../bookings/called-off-text.ts'
import { TextsToSend } from '../bookings/texts-to-send.tsx'
import { isExpected, TripTag } from '../bookings/trip-outcome.tsx'
import { CheckInOnSheet, Said, useTapped } from '../check-ins/check-in-on-sheet.tsx'
import { GuestNotesOnSheet } from '../guest-notes/admin-guest-notes.tsx'
import { TipCode } from '../tips/tip-code.tsx'
import { WaiverOnSheet } from '../waivers/admin-booking-waivers.tsx'

/** The printed page: sunlight, and everything the guide needs to know about each group. */
export function DaySheetPage({ sheet: { date, isCalledOff, parties: read } }: { sheet: DaySheet }) {
  const parties = useTapped(read)
  const { sunrise, sunset, moon } = skyOf(date)
  const { business, words } = useSiteData()
  const place = meetingPlace(business)
  const coming = parties.filter(isExpected)
  const total = coming.reduce((sum, { numberOfGuests }) => sum + numberOfGuests, 0)
  const riders = coming.reduce((sum, party) => sum + party.riders, 0)
  const due = parties.reduce((sum, { pendingAmount }) => sum + pendingAmount, 0)
  return (
    <article className="box daysheet max-w-[52rem] leading-[1.45]" aria-labelledby="sheet-title">
      <header>
        <p className="hidden print:block">{business.name}</p>
        <h2 id="sheet-title" className="display h3">
          {formatFullDate(date)}
        </h2>
        <p className="num mt-[0.35rem] text-ink-2">
          Sunrise {formatPortalTime(sunrise)}, sunset {formatPortalTime(sunset)}. {moon.phase}, {moon.litPercent}% lit.
        </p>
        {place && <p className="mt-[0.35rem] text-ink-2">Meet at {place}</p>}
        {isCalledOff && <p className="mt-[0.35rem] font-[640] text-danger">Called off. Don't go out.</p>}
        {coming.length > 0 && !isCalledOff && (
          <p className="mt-[0.35rem] text-ink-2">
            <b className="num text-ink">
              <span className="max-[480px]:block">{groupInWords({ numberOfGuests: total, riders })}</span>
              <span className="max-[480px]:hidden">, </span>
              <span className="inline-block">{words.hours}</span>
            </b>
            {due > 0 && (
              <>
                <span className="max-[480px]:hidden">, </span>
                <span className="max-[480px]:block">
                  <Money cents={due} /> to collect
                </span>
              </>
            )}
          </p>
        )}
      </header>
      {parties.length === 0 && <p className="muted mt-5 border-ink border-t-2 pt-5">No one is booked on this day.</p>}
      {parties.map((party) => (
        <PartyOnSheet key={party.id} date={date} party={party} />
      ))}
    </article>
  )
}

function PartyOnSheet({ date, party }: { date: DaySheet['date']; party: DaySheet['parties'][number] }) {
  const isOffice = useMay()('office')
  const says = useCalledOffText(party)
  const takenBack = party.chargedBackAmount ?? 0
  const refunded = refundedByUs(party)
  return (
    <section
      className="mt-5 grid break-inside-avoid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] gap-x-10 gap-y-3 border-ink border-t-2 pt-4 not-print:max-[600px]:grid-cols-1 print:grid-cols-[minmax(min-content,1.2fr)_minmax(min-content,1fr)] print:gap-x-6"
      aria-label={`${fullName(party)}, ${party.confirmationNumber}`}
    >
      <div>
        <h3 className="text-[1.25rem]/[1.3]">
          {isOffice ? (
            <Link to={portal.bookings.href({ id: party.id })} className="row-link text-ink wrap-anywhere">
              {fullName(party)}
            </Link>
          ) : (
            <span className="wrap-anywhere">{fullName(party)}</span>
          )}
        </h3>
        <p className="mt-[0.3rem] mb-[0.6rem] flex flex-wrap items-center gap-x-[0.6rem] gap-y-[0.35rem]">
          <span className="num">{groupInWords(party)}</span>
          <PackageTag packageType={party.packageType} />
          <TripTag {...party} />
          {party.isGrowing && <StatusTag status="PENDING" label="One more, payment being confirmed" />}
        </p>
        <p>
          <PhoneLink phone={party.phone} to={party.firstName} says={says} />
        </p>
        {/* Guides don't see emails. */}
        {(party.email !== null || party.paidAmount !== null) && (
          <p>
            <EmailLink email={party.email} className="phone" />
          </p>
        )}
        <CheckInOnSheet date={date} party={party} />
        {party.tip && <TipCode tip={party.tip} />}
        {isExpected(party) && (
          <div className="mt-3 empty:hidden print:hidden">
            <TextsToSend guest={party} isHere={party.checkIn?.state === 'ARRIVED'} waiverUrl={urlToSign(party)} />
          </div>
        )}
      </div>
      <SummaryList
        className="border-t-0 *:pt-[0.35rem] *:pb-[0.35rem] [&>:last-child]:border-b-0 [&>:last-child]:pb-0"
        rows={[
          { label: 'Confirmation', value: party.confirmationNumber },
          {
            label: 'Tackle',
            value: <span className="first-letter:uppercase inline-block">{tackleInWords(party.tackle)}</span>,
          },
          party.paidAmount !== null && {
            label: 'Paid',
            value: (
              <>
                <Money cents={party.paidAmount} />
                {refunded > 0 && (
                  <span className="block">
                    <Money cents={refunded} /> refunded
                  </span>
                )}
                {takenBack > 0 && (
                  <span className="block">
                    <Money cents={takenBack} /> taken back by the bank
                  </span>
                )}
              </>
            ),
          },
          { label: 'Due', value: <Money cents={party.pendingAmount} /> },
        ]}
      />
      <PaperBoxes party={party} />
      {party.guestNotes && <GuestNotesOnSheet notes={party.guestNotes} />}
      {party.waiver && <WaiverOnSheet {...party.waiver} isAsked={isExpected(party)} />}
      {party.questions.length > 0 && (
        <div className="col-span-full">
          <h4 className="font-[640] text-ui/[1.3]">Not answered yet</h4>
          {party.questions.map((question) => (
            <blockquote key={question} className="mt-2 border-l-(--redtail-600) border-l-3 pl-[0.9rem] wrap-anywhere">
              {question}
            </blockquote>
          ))}
        </div>
      )}
      {party.notes.length > 0 && (
        <div className="col-span-full">
          <h4 className="font-[640] text-ui/[1.3]">Notes</h4>
          {party.notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat and keep their order
            <p key={index} className="mt-[0.35rem] whitespace-pre-line wrap-anywhere">
              {note}
            </p>
          ))}
        </div>
      )}
      <details className="col-span-full print:hidden">
        <summary>Add a note</summary>
        <div className="mt-3 max-w-[26rem]">
          <NewNote bookingId={party.id} />
        </div>
      </details>
    </section>
  )
}

/** Undefined once everybody has signed. */
const urlToSign = ({ waiver }: DaySheet['parties'][number]) =>
  waiver && waiver.names.length < waiver.wanted ? waiver.url : undefined

/** Boxes to tick with a pen, and what is already recorded. */
function PaperBoxes({ party: { checkIn, outcome, pendingAmount } }: { party: DaySheet['parties'][number] }) {
  if (outcome === 'CALLED_OFF') return null
  return (
    <p className="col-span-full hidden flex-wrap gap-x-6 gap-y-2 print:flex">
      {checkIn ? <Said checkIn={checkIn} isOnPaper /> : <PaperBox>Arrived</PaperBox>}
      {pendingAmount > 0 && (
        <>
          <b className="num">{formatCents(pendingAmount)} paid by</b>
          {[...Object.values(MANUAL_METHODS).map(({ name }) => name), 'Card'].map((name) => (
            <PaperBox key={name}>{name}</PaperBox>
          ))}
        </>
      )}
    </p>
  )
}

const PaperBox = ({ children }: { children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className="size-4 border border-ink" />
    {children}
  </span>
)
