import { type HeldAngler, holdAngler } from '@arcadia/contract/added-anglers'
import { getAvailability } from '@arcadia/contract/availability'
import type { MyBooking } from '@arcadia/contract/bookings'
import { releaseHold } from '@arcadia/contract/holds'
import type { Share } from '@arcadia/contract/shares'
import type { OwnTrip } from '@arcadia/contract/trips'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useMinute } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { RefusableButton } from '../../ui/refusable-button.tsx'
import { tripQuery } from '../bookings/bookings.queries.ts'
import { AddAnglerDialog } from './add-angler-dialog.tsx'

interface AddAnglerProps {
  booking: MyBooking
  canAdd: NonNullable<OwnTrip['canAddAngler']>
  hasRoom: boolean
  /** The link for whoever joins. */
  groupUrl: string
  shares: readonly Share[]
  onChangeSplit: () => void
}

/** Holds a spot for one more angler and goes on to its deposit. */
export function AddAngler({ booking, canAdd, hasRoom, groupUrl, shares, onChangeSplit }: AddAnglerProps) {
  const client = useQueryClient()
  const [spot, setSpot] = useState<HeldAngler>()
  const { id, selectedDate } = booking
  const now = useMinute()
  const isHeld = canAdd.heldUntil !== null && canAdd.heldUntil.getTime() > now
  const reloadDay = () =>
    Promise.all([
      client.invalidateQueries(queryOf(getAvailability, { params: { date: selectedDate } })),
      client.invalidateQueries(tripQuery(id)),
    ])
  const hold = useMutation({
    mutationFn: () => call(holdAngler, { params: { id } }),
    onSuccess: setSpot,
    onSettled: reloadDay,
  })

  async function close(holdId: string | undefined) {
    setSpot(undefined)
    // It runs out by itself if this call is lost.
    if (holdId) await call(releaseHold, { params: { id: holdId } }).catch(() => undefined)
    await reloadDay()
  }

  return (
    <>
      {!spot && <FailedBanner of={hold} />}
      {hasRoom && (
        <div className="trip__acts">
          <RefusableButton
            why={canAdd.why}
            icon={<UserPlus aria-hidden />}
            busy={hold.isPending}
            busyLabel="Holding..."
            onClick={() => hold.mutate()}
          >
            {isHeld ? 'Go on with the held spot' : 'Add an angler'}
          </RefusableButton>
        </div>
      )}
      {spot && (
        <AddAnglerDialog
          {...{ booking, spot, hold, groupUrl, shares }}
          onClose={(holdId) => void close(holdId)}
          onChangeSplit={() => void close(undefined).then(onChangeSplit)}
        />
      )}
    </>
  )
}
