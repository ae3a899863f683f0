import { portal } from '@arcadia/contract/addresses'
import { getDaySheet, groupDayFrom } from '@arcadia/contract/admin/dashboard'
import { addDays, TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  Ellipsis,
  type LucideIcon,
  Mail,
  Printer,
} from 'lucide-react'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { ApiError } from '../../api/call.ts'
import { lastKnownOf } from '../../api/last-known.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { useMay } from '../../session/use-may.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DaySheetPage } from './day-sheet-page.tsx'
import './day-sheet.css'
import { MoveDayButton, MoveDayNotice } from '../day-moves/move-day.tsx'
import { WalkUpButton } from '../phone-bookings/walk-up.tsx'
import { OwnTips } from '../tips/own-tips.tsx'
import { DayGuide } from './day-guide.tsx'
import { useIsPhone } from './fold.tsx'
import { TakenByHand } from './takings.tsx'
import { AsOf } from './waiting-counts.tsx'

const sheetQuery = (date: TripDate) => ({
  ...lastKnownOf(getDaySheet, { params: { date } }),
  // A day this phone never loaded fails at once instead of waiting for the network.
  networkMode: 'always' as const,
})

/**
 * The groups of one date, for the ramp or for print. The address holds the date; without one it shows the next day with
 * a group.
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
  return <Navigate replace to={portal.dashboard.daySheet.href({ date })} />
}

function SheetOf({ date }: { date: TripDate }) {
  const navigate = useNavigate()
  const today = useVenueToday()
  const isOffice = useMay()('office')
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  /** An incomplete date being typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const sheet = useQuery(sheetQuery(date))

  const show = (to: TripDate) => navigate(portal.dashboard.daySheet.href({ date: to }), { replace: true })
  function type(text: string) {
    const isDate = z.safeParse(TripDate, text).success
    setTyped(isDate ? null : text)
    if (isDate) show(text)
  }

  const walkUp = sheet.data?.walkUp && !sheet.data.isCalledOff && <WalkUpButton today={date} {...sheet.data.walkUp} />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start gap-2 max-[600px]:[&_.btn]:flex-1 [&_.btn]:min-h-12 print:hidden">
        {!isPhone && <DaySteps date={date} onShow={show} />}
        <GroupDayButton to={sheet.data?.previousGroupDay} icon={ChevronsLeft} onShow={show} label="Previous trip" />
        <input
          className="input num w-auto min-w-0 max-[600px]:flex-1"
          type="date"
          aria-label="Date"
          value={typed ?? date}
          onChange={({ target }) => type(target.value)}
        />
        <GroupDayButton to={sheet.data?.nextGroupDay} icon={ChevronsRight} onShow={show} label="Next trip" />
        {isPhone && (
          <IconButton
            icon={Ellipsis}
            label="Actions for this day"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {(isOpen || !isPhone) && (
          <div className={isPhone ? 'grid w-full grid-cols-2 gap-2 [&>:nth-child(n+3)]:col-span-2' : 'contents'}>
            {isPhone && <DaySteps date={date} onShow={show} />}
            {isOffice && sheet.data && sheet.data.parties.length > 0 && (
              <LinkButton to={portal.bookingQueries.messages.href({ day: date })} icon={<Mail aria-hidden />}>
                Email everyone that day
              </LinkButton>
            )}
            {isOffice && sheet.data && <MoveDayButton sheet={sheet.data} onMoved={() => setOpen(false)} />}
            <Button icon={<Printer aria-hidden />} disabled={!sheet.data} onClick={() => window.print()}>
              Print
            </Button>
            {!isPhone && walkUp}
          </div>
        )}
        {isPhone && walkUp}
      </div>
      {sheet.data && <DayGuide sheet={sheet.data} />}
      {sheet.data && <MoveDayNotice sheet={sheet.data} />}
      <div className="mb-2 empty:hidden print:hidden">
        <AsOf query={sheet} of="This day" />
      </div>
      {sheet.error instanceof ApiError && sheet.error.code === 'not-a-guides-day' ? (
        <EmptyState title="Outside your 14 days" text={sheet.error.message}>
          <LinkButton to={portal.dashboard.daySheet.href()}>Show the next group</LinkButton>
        </EmptyState>
      ) : (
        <>
          <Loaded query={sheet} height="h-60" className="mb-4" isQuiet>
            {(data) => <DaySheetPage sheet={data} />}
          </Loaded>
          {date === today && (
            <>
              <TakenByHand />
              <OwnTips />
            </>
          )}
        </>
      )}
    </>
  )
}

const DAY_STEPS = [
  { label: 'Day before', by: -1, icon: ChevronLeft },
  { label: 'Day after', by: 1, icon: ChevronRight },
]

/** Named on a phone, where they stand under the arrows to the trips. */
function DaySteps({ date, onShow }: { date: TripDate; onShow: (date: TripDate) => void }) {
  const isPhone = useIsPhone()
  return DAY_STEPS.map(({ label, by, icon: Icon }) => {
    const onClick = () => onShow(addDays(date, by))
    return isPhone ? (
      <Button key={label} icon={<Icon aria-hidden />} onClick={onClick}>
        {label}
      </Button>
    ) : (
      <IconButton key={label} icon={Icon} label={label} onClick={onClick} />
    )
  })
}

interface GroupDayButtonProps {
  /** Null if there is none, undefined until known. */
  to: TripDate | null | undefined
  icon: LucideIcon
  label: string
  onShow: (date: TripDate) => void
}

/** Not `disabled`, so it keeps the focus while the next day loads. Two short lines on a phone. */
function GroupDayButton({ to, icon: Icon, label, onShow }: GroupDayButtonProps) {
  const press = { 'aria-disabled': !to, onClick: () => to && onShow(to) }
  const isPhone = useIsPhone()
  return (
    <Button
      icon={!isPhone && <Icon aria-hidden />}
      className={
        isPhone
          ? '@min-[10lh]:w-min flex-none! px-2 py-1 text-small/[1.2]'
          : Icon === ChevronsRight
            ? 'flex-row-reverse'
            : undefined
      }
      {...press}
    >
      {label}
    </Button>
  )
}
