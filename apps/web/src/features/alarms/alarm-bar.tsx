import { type Alarm, listAlarms, sayClockIsRight } from '@arcadia/contract/admin/alarms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { sessionOf } from '../../session/session.tsx'
import { useMay } from '../../session/use-may.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMerchantActions } from '../merchant/admin-merchant.queries.ts'

/** What is wrong, above every tab until it works again; guides see none (docs/rules.md §9.9). */
export function AlarmBar() {
  const isOffice = useMay()('office')
  const { data: alarms = [] } = useQuery({
    ...queryOf(listAlarms, {}),
    enabled: () => isOffice && sessionOf('admin') !== null,
  })
  if (alarms.length === 0) return null
  return (
    <div className="alarms">
      {alarms.map((alarm) => (
        <div key={alarm.name}>
          <TriangleAlert className="icon" aria-hidden />
          {/* Announced as it appears, and not again, because it stays as it is. */}
          <p role="alert">{alarm.sentence}</p>
          <Remedy {...alarm} />
        </div>
      ))}
    </div>
  )
}

/** What the portal can do right there; any other remedy is a link. */
const DONE_HERE: Readonly<Record<string, (props: { children: ReactNode }) => ReactNode>> = {
  quickbooks: Connect,
  clock: ClockIsRight,
}

function Remedy({ name, remedy }: Alarm) {
  const { search } = useLocation()
  // Its own page has it, and more.
  if (!remedy || (remedy.to !== null && isShown(remedy.to, search))) return null
  const DoneHere = DONE_HERE[name]
  if (DoneHere) return <DoneHere>{remedy.label}</DoneHere>
  return remedy.to === null ? null : (
    <LinkButton size="sm" to={remedy.to}>
      {remedy.label}
    </LinkButton>
  )
}

function isShown(to: string, search: string): boolean {
  const shown = new URLSearchParams(search)
  return [...new URL(to, location.origin).searchParams].every(([name, value]) => shown.get(name) === value)
}

function Connect({ children }: { children: ReactNode }) {
  const { connect } = useMerchantActions()
  return <DoNow of={connect}>{children}</DoNow>
}

function ClockIsRight({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const say = useMutation({
    mutationFn: () => call(sayClockIsRight, {}),
    onSuccess: (alarms) => client.setQueryData(queryOf(listAlarms, {}).queryKey, alarms),
  })
  return <DoNow of={say}>{children}</DoNow>
}

interface Doing {
  isPending: boolean
  mutate(nothing: undefined, options: { onError(error: Error): void }): void
}

function DoNow({ of: doing, children }: { of: Doing; children: ReactNode }) {
  return (
    <Button
      size="sm"
      busy={doing.isPending}
      onClick={() => doing.mutate(undefined, { onError: (error) => toast(error.message, undefined, 'warn') })}
    >
      {children}
    </Button>
  )
}
