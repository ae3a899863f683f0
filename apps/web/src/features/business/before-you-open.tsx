import type { FactName } from '@arcadia/contract/business'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Box } from '../../ui/box.tsx'
import { businessFactsQuery } from './business.queries.ts'

/** What guests ask before they come; any of its facts answers it. */
const ASKED: readonly { what: string; facts: readonly FactName[] }[] = [
  { what: 'Your email', facts: ['email'] },
  { what: 'Where to meet', facts: ['meetingName', 'meetingAddress'] },
  { what: 'The pin for maps', facts: ['meetingPin'] },
  { what: 'Directions', facts: ['meetingDirections'] },
  { what: 'When the day ends', facts: ['tripEnds'] },
  { what: 'Where lunch is', facts: ['lunchPlace'] },
  { what: 'What to bring', facts: ['whatToBring'] },
  { what: 'When the balance is due', facts: ['balanceDueDays'] },
  { what: 'How it can be paid', facts: ['balanceByCard', 'balanceByCash', 'balanceByCheck'] },
  { what: 'Licenses and insurance', facts: ['license'] },
  { what: 'Your guide', facts: ['guideName', 'guideAbout'] },
  { what: "Your guide's photo", facts: ['guidePhoto'] },
  { what: 'How soon you answer', facts: ['answerTime'] },
]

/** Names what the owner has not said yet; gone once there is nothing left. */
export function BeforeYouOpen() {
  const { data } = useQuery(businessFactsQuery)
  const missing = data ? ASKED.filter(({ facts }) => !facts.some((fact) => (data.facts[fact] ?? null) !== null)) : []
  if (missing.length === 0) return null
  return (
    <Box title="Before you open" className="mb-4">
      <p className="muted small">
        Guests will ask. Say it once in <Link to={{ search: '?tab=configuration' }}>Configuration, Your business</Link>.
      </p>
      <p className="mt-2">{missing.map(({ what }) => what).join(' · ')}</p>
    </Box>
  )
}
