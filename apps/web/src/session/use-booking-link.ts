import { addresses } from '@arcadia/contract/addresses'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLinkId } from './use-emailed-link.ts'

export type BookingLink = 'booking' | 'move' | 'offer'

/**
 * What an emailed address names of the customer's own: `/bookings/5`, `/bookings/move-5`, `/bookings/offer-5`; older emails
 * have `#booking-5`. The id isn't secret: only the customer it belongs to sees anything.
 */
export function useBookingLink(): { kind: BookingLink; id: number } | null {
  const { hash, state } = useLocation()
  const named = useLinkId(addresses.bookings) ?? hash.slice(1)
  const [, kind = 'booking', id] = /^(?:(booking|move|offer)-)?([1-9]\d{0,9})$/.exec(named) ?? []
  return id && !state?.isFollowed ? { kind: kind as BookingLink, id: Number(id) } : null
}

/** Calls back once with the id of a link of this kind, as soon as `isKnown`; not again after a reload. */
export function useFollowedLink(kind: BookingLink, isKnown: boolean, follow: (id: number) => void) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const link = useBookingLink()
  const id = link?.kind === kind ? link.id : undefined
  const start = useEffectEvent((named: number) => {
    void navigate({ pathname }, { replace: true, state: { isFollowed: true } })
    follow(named)
  })
  useEffect(() => {
    if (isKnown && id !== undefined) start(id)
  }, [id, isKnown])
}
