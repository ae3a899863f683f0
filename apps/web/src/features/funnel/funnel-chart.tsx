import { FUNNEL_DAYS, type FunnelStep, getFunnel } from '@arcadia/contract/site/funnel'
import { useQuery } from '@tanstack/react-query'
import { lastKnownOf } from '../../api/last-known.ts'
import { Box } from '../../ui/box.tsx'
import { Loaded } from '../../ui/loaded.tsx'

const NAMES: Record<FunnelStep, string> = {
  SITE: 'Opened the site',
  DATE: 'Looked at dates',
  GUESTS: 'Entered the group',
  PAYMENT: 'Reached payment',
  BOOKED: 'Booked',
}

/** How far visits get toward a booking, and where they stop; nothing without visits. */
export function FunnelChart() {
  return (
    <Loaded query={useQuery(lastKnownOf(getFunnel, {}))} height="h-40" isQuiet>
      {({ steps }) => {
        const [all] = steps
        if (!all?.visits) return null
        return (
          <Box
            title="Where visitors drop off"
            aside={<span className="text-ink-2 text-small">Last {FUNNEL_DAYS} days</span>}
          >
            <ol className="grid gap-3">
              {steps.map(({ step, visits }, index) => (
                <Step
                  key={step}
                  name={NAMES[step]}
                  visits={visits}
                  share={visits / all.visits}
                  left={visits - (steps[index + 1]?.visits ?? visits)}
                />
              ))}
            </ol>
          </Box>
        )
      }}
    </Loaded>
  )
}

function Step({ name, visits, share, left }: { name: string; visits: number; share: number; left: number }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 @max-[10lh]:grid-cols-1">
      <span className="font-[560]">{name}</span>
      <span className="num text-ink-2">
        <b className="text-ink">{visits}</b>
        {left > 0 && `, ${left} stopped here`}
      </span>
      <span className="col-span-full h-2 overflow-hidden rounded-1 bg-bg-3" aria-hidden>
        <i className="block h-full bg-(--ch-2)" style={{ width: `${share * 100}%` }} />
      </span>
    </li>
  )
}
