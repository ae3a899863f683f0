import { addresses } from '@arcadia/contract/addresses'
import type { Booking } from '@arcadia/contract/bookings'
import type { MyTrip } from '@arcadia/contract/trips'
import type { ReactNode } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button, type ButtonLook, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { movedInWords, type ToDo, toDosOf } from '../bookings/trip-to-do.ts'

/** What is to do for a booking, as its trip's page says it. */
export function useToDos(booking: MyTrip) {
  const now = useMinute()
  const { business } = useSiteData()
  const trip = { ...booking, key: 'GUEST', share: null, own: booking } as const
  return { toDos: toDosOf(trip, business, now), moved: movedInWords(trip, business, now) }
}

interface PayAskedProps {
  booking: Pick<Booking, 'id'>
  pays: Pick<ToDo, 'to'>
  variant?: ButtonLook['variant']
  className?: string
  onPay: () => void
  children: ReactNode
}

/** Pays what whoever booked is asked for: a share on its own page, else over this one. */
export function PayAsked({ booking, pays, variant = 'cta', className, onPay, children }: PayAskedProps) {
  const look = { variant, className: classNames('num', className) }
  return pays.to ? (
    <LinkButton {...look} to={pays.to} state={{ backTo: addresses.trip.own.href(booking) }}>
      <span>{children}</span>
    </LinkButton>
  ) : (
    <Button {...look} onClick={onPay}>
      <span>{children}</span>
    </Button>
  )
}
