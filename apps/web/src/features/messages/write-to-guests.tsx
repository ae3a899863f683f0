import { getDaySheet, groupDayFrom } from '@arcadia/contract/admin/dashboard'
import { TripDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/query-of.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { emailsWait, useMailPromise } from '../mails/mail-server.ts'
import { WriteMessageDialog, type WriteTo } from './write-message-dialog.tsx'

/** The way to write to the next group, amber where nothing comes first; a link with `booking` or `day` opens it for those. */
export function WriteToGuests({ isFirst = true }: { isFirst?: boolean }) {
  const [params, setParams] = useSearchParams()
  const promise = useMailPromise()
  const [isWriting, setWriting] = useState(false)
  const today = venueDate(serverNow())
  const sheet = useQuery(queryOf(getDaySheet, { params: { date: today } }))
  const date = (sheet.data && groupDayFrom(sheet.data)) ?? today
  const to = readTo(params) ?? (isWriting && !sheet.isPending ? { who: 'DAY' as const, date } : undefined)
  function close() {
    setWriting(false)
    setParams(
      (before) => {
        for (const name of ['booking', 'day']) before.delete(name)
        return before
      },
      { replace: true },
    )
  }
  return (
    <>
      <Button variant={isFirst ? 'cta' : 'line'} icon={<Plus aria-hidden />} onClick={() => setWriting(true)}>
        Write to guests
      </Button>
      {to && (
        <WriteMessageDialog
          to={to}
          onSent={(count) => {
            toast(promise(`We're emailing ${count === 1 ? 'one guest' : `${count} guests`}.`, emailsWait(count)))
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function readTo(params: URLSearchParams): WriteTo | undefined {
  const booking = Number(params.get('booking'))
  if (booking > 0) return { who: 'BOOKING', bookingId: booking }
  const day = TripDate.safeParse(params.get('day')).data
  return day ? { who: 'DAY', date: day } : undefined
}
