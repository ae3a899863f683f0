import { portal } from '@arcadia/contract/addresses'
import { listDayMoves } from '@arcadia/contract/day-moves'
import { lastKnownOf } from '../../api/last-known.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DayMoveCard } from './day-move-card.tsx'

/** Called-off days and their groups' answers (docs/rules.md §2.14). */
export function DayMovesView() {
  return (
    <AdminList
      list={useListState()}
      caption="Called-off days"
      query={(asked) => lastKnownOf(listDayMoves, { query: asked })}
      columns={(moves) => (
        <div className="grid max-w-[52rem] gap-4">
          {moves.map((move) => (
            <DayMoveCard key={move.id} move={move} />
          ))}
        </div>
      )}
      empty={
        <EmptyState
          title="No days called off"
          text="When you can't go out, open the day sheet and tap Call off this day. Each group picks a new date or gets a refund."
        >
          <LinkButton to={portal.dashboard.daySheet.href()}>Open the day sheet</LinkButton>
        </EmptyState>
      }
    />
  )
}
