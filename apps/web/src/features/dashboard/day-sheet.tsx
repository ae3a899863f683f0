import { getDaySheet } from '@arcadia/contract/dashboard'
import { addDays, TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { queryOf } from '../../api/query-of.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useVenueToday } from '../availability/venue-today.ts'
import { DaySheetPage } from './day-sheet-page.tsx'
import './day-sheet.css'
import { MoveDayButton, MoveDayNotice } from '../day-moves/move-day.tsx'

/** One date's groups, to look at on the ramp or to take along on paper. The date stands in the address. */
export function DaySheetView() {
  const today = useVenueToday()
  const [params, setParams] = useSearchParams()
  /** What is no date yet, while somebody types one. */
  const [typed, setTyped] = useState<string | null>(null)
  const asked = z.safeParse(TripDate, params.get('date'))
  const date = asked.success ? asked.data : today
  const sheet = useQuery(queryOf(getDaySheet, { params: { date } }))

  const show = (to: TripDate) => setParams({ tab: 'dashboard', view: 'day-sheet', date: to }, { replace: true })
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
        <div className="ml-auto flex flex-wrap gap-2 max-[600px]:flex-[1_1_100%]">
          {sheet.data && <MoveDayButton sheet={sheet.data} />}
          <Button icon={<Printer aria-hidden />} disabled={!sheet.data} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      <MoveDayNotice date={date} />
      <Loaded query={sheet} height="h-60" className="mb-4">
        {(data) => <DaySheetPage sheet={data} />}
      </Loaded>
    </>
  )
}
