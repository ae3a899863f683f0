import { getGoingLive } from '@arcadia/contract/admin/opening'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { Box } from '../../ui/box.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Lines, nextOf } from './opening-lines.tsx'

/** What is to be ready before real cards are taken; each tick is what the server saw (docs/rules.md §3.38). */
export function GoingLive() {
  return (
    <Loaded query={useQuery({ ...queryOf(getGoingLive, {}), staleTime: 0 })} height="h-60">
      {({ lines }) => {
        // Connect is what comes first, above this list.
        const isConnected = lines.some(({ step, isSeen }) => step === 'CARDS' && isSeen)
        const left = lines.filter(({ isSeen }) => !isSeen)
        return (
          <Box
            title="Going live"
            aside={
              <p className="num muted">
                {lines.length - left.length} of {lines.length}
              </p>
            }
          >
            {left.length > 0 ? (
              <>
                <p className="muted mb-3">
                  What is needed before guests pay with real cards, in this order. Each tick is what this site saw
                  itself.
                </p>
                <Lines lines={lines} next={isConnected ? nextOf(lines) : undefined} />
              </>
            ) : (
              <details>
                <summary className="min-h-11 content-center font-[560]">Everything was seen.</summary>
                <Lines lines={lines} next={undefined} />
              </details>
            )}
          </Box>
        )
      }}
    </Loaded>
  )
}
