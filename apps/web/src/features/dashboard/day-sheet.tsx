import { getDaySheet, groupDayFrom } from '@arcadia/contract/admin/dashboard'
import { addDays, TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Mail, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { lastKnownOf } from '../../api/last-known.ts'
import { useMay } from '../../session/use-may.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useVenueToday } from '../availability/venue-today.ts'
import { DaySheetPage } from './day-sheet-page.tsx'
import './day-sheet.css'
import { MoveDayButton, MoveDayNotice } from '../day-moves/move-day.tsx'
import { AsOf } from './waiting-counts.tsx'

const addressOf = (date: TripDate) => ({ tab: 'dashboard', view: 'day-sheet', date })

const sheetQuery = (date: TripDate) => ({
  ...lastKnownOf(getDaySheet, { params: { date } }),
  // A day that this phone never read says so at once, where it would wait for a network.
  networkMode: 'always' as const,
})

/**
 * One date's groups, to look at on the ramp or to take along on paper. The date stands in the address; without one it is
 * the next day with a group.
 */
export function DaySheetView() {
  const [params] = useSearchParams()
  const asked = z.safeParse(TripDate, params.get('date'))
  return asked.success ? <SheetOf date={asked.data} /> : <NextGroupDay />
}

function NextGroupDay() {
  const today = useVenueToday()
  const { data, isPending } = useQuery(sheetQuery(today))
  if (isPending) return <Skeleton className="h-60 w-full" />
  const date = (data && groupDayFrom(data)) ?? today
  return <Navigate replace to={{ search: `?${new URLSearchParams(addressOf(date))}` }} />
}

function SheetOf({ date }: { date: TripDate }) {
  const [, setParams] = useSearchParams()
  const isOffice = useMay()('office')
  /** What is no date yet, while somebody types one. */
  const [typed, setTyped] = useState<string | null>(null)
  const sheet = useQuery(sheetQuery(date))

  const show = (to: TripDate) => setParams(addressOf(to), { replace: true })
  function type(text: string) {
    const isDate = z.safeParse(TripDate, text).success
    setTyped(isDate ? null : text)
    if (isDate) show(text)
  }

  return (
    <>
      <div className="mb-4 flex max-w-[52rem] flex-wrap items-end gap-2 max-[600px]:[&_.btn]:flex-1 max-[600px]:[&_.field]:flex-1 [&_.btn]:min-h-12 print:hidden">
        <IconButton icon={ChevronLeft} label="Day before" onClick={() => show(addDays(date, -1))} />
        <Field label="Date">
          {(control) => (
            <input
              {...control}
              className="input num"
              type="date"
              value={typed ?? date}
              onChange={({ target }) => type(target.value)}
            />
          )}
        </Field>
        <IconButton icon={ChevronRight} label="Day after" onClick={() => show(addDays(date, 1))} />
        <div className="flex gap-2 max-[600px]:flex-[1_1_100%]">
          <GroupDayButton to={sheet.data?.previousGroupDay} icon={<ChevronsLeft aria-hidden />} onShow={show}>
            Previous group
          </GroupDayButton>
          <GroupDayButton to={sheet.data?.nextGroupDay} icon={<ChevronsRight aria-hidden />} onShow={show}>
            Next group
          </GroupDayButton>
        </div>
        <div className="flex flex-wrap gap-2 max-[600px]:flex-[1_1_100%]">
          {isOffice && sheet.data && sheet.data.parties.length > 0 && (
            <LinkButton to={`/admin?tab=booking-queries&view=messages&day=${date}`} icon={<Mail aria-hidden />}>
              Write to this day
            </LinkButton>
          )}
          {isOffice && sheet.data && <MoveDayButton sheet={sheet.data} />}
          <Button icon={<Printer aria-hidden />} disabled={!sheet.data} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      {sheet.data && <MoveDayNotice sheet={sheet.data} />}
      <div className="mb-2 empty:hidden print:hidden">
        <AsOf query={sheet} of="This day" />
      </div>
      <Loaded query={sheet} height="h-60" className="mb-4" isQuiet>
        {(data) => <DaySheetPage sheet={data} />}
      </Loaded>
    </>
  )
}

interface GroupDayButtonProps {
  /** Null when there is none, undefined until it is known. */
  to: TripDate | null | undefined
  icon: ReactNode
  onShow: (date: TripDate) => void
  children: string
}

/** Not `disabled`, so that it keeps the focus while the day it led to loads. */
function GroupDayButton({ to, icon, onShow, children }: GroupDayButtonProps) {
  return (
    <Button
      className="max-[600px]:whitespace-normal max-[600px]:px-3"
      icon={icon}
      aria-disabled={!to}
      onClick={() => to && onShow(to)}
    >
      {children}
    </Button>
  )
}
