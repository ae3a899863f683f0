import { addresses, portal } from '@arcadia/contract/addresses'
import type { FactName } from '@arcadia/contract/business'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSiteData } from '../../prerender/site-data.ts'
import { Box } from '../../ui/box.tsx'
import { businessFactsQuery } from './business.queries.ts'

/** What guests ask before they come; a question is answered once any of its facts is set. */
const ASKED: readonly { what: string; card: string; facts: readonly FactName[] }[] = [
  { what: 'Your phone', card: 'contact', facts: ['phone'] },
  { what: 'Your email', card: 'contact', facts: ['email'] },
  { what: 'Where to meet', card: 'meeting', facts: ['meetingName', 'meetingAddress'] },
  { what: 'The pin for maps', card: 'meeting', facts: ['meetingPin'] },
  { what: 'Directions', card: 'meeting', facts: ['meetingDirections'] },
  { what: 'When you are back at the ramp', card: 'the-day', facts: ['tripEnds'] },
  { what: 'Where lunch is', card: 'the-day', facts: ['lunchPlace'] },
  { what: 'What to bring', card: 'the-day', facts: ['whatToBring'] },
  { what: 'When the balance is due', card: 'balance', facts: ['balanceDueDays'] },
  { what: 'How it can be paid', card: 'balance', facts: ['balanceByCard', 'balanceByCash', 'balanceByCheck'] },
  { what: 'Licenses and insurance', card: 'guide', facts: ['license'] },
  { what: "Your guide's name", card: 'guide', facts: ['guideName'] },
  { what: "Your guide's license", card: 'guide', facts: ['guideLicense'] },
  { what: 'Two sentences about your guide', card: 'guide', facts: ['guideAbout'] },
  { what: "Your guide's photo", card: 'guide-photo', facts: ['guidePhoto'] },
  { what: 'How soon you answer', card: 'the-day', facts: ['answerTime'] },
]

/**
 * Lists the facts the owner hasn't set, each linking to its card, then suggests a test booking; hidden once nothing is
 * left.
 * @param props.bookings how many bookings there are in all
 */
export function BeforeYouOpen({ bookings }: { bookings: number | undefined }) {
  const { data } = useQuery(businessFactsQuery)
  if (!data || bookings === undefined) return null
  const missing = ASKED.filter(({ facts }) => !facts.some((fact) => (data.facts[fact] ?? null) !== null))
  if (missing.length === 0 && bookings > 0) return null
  return (
    <Box title="Before you open" className="mb-4">
      {missing.length > 0 && (
        <>
          <p className="muted small">Guests will ask. Answer once in Configuration:</p>
          <ul className="mt-1 flex flex-wrap gap-x-5">
            {missing.map(({ what, card }) => (
              <li key={what}>
                <Link
                  to={portal.configuration.businessCard.href({ card })}
                  className="link inline-flex min-h-11 items-center"
                >
                  {what}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {bookings === 0 && <TestBooking />}
    </Box>
  )
}

function TestBooking() {
  const { testMode } = useSiteData()
  const card = testMode ? 'the sandbox test card' : 'your own card'
  return (
    <>
      <h3 className="mt-3 font-[640] text-ui/[1.3]">Make a test booking</h3>
      <ol className="mt-1 list-decimal pl-5 leading-[1.6]">
        <li>
          Open{' '}
          <Link reloadDocument to={addresses.home.href()} className="link">
            your site
          </Link>
          , press Book Now and book a day for yourself. Pay the deposit with {card}.
        </li>
        <li>Read the confirmation as your guests will.</li>
        <li>
          Find it under{' '}
          <Link to={portal.bookings.href()} className="link">
            Bookings
          </Link>
          , and refund and cancel it there.
        </li>
      </ol>
    </>
  )
}
