import { listTakings, recordHandOver, type Takings, undoHandOver } from '@arcadia/contract/admin/manual-payments'
import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { formatCents } from '@arcadia/contract/money'
import { formatPortalTime, formatShortDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryOf } from '../../api/query-of.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { useMay } from '../../session/use-may.ts'
import { Who } from '../../session/who.tsx'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'

/** Who took how much by hand, to settle up in the evening; a guide sees their own. Hidden until somebody did. */
export function TakenByHand() {
  const isOffice = useMay()('office')
  const { data = [] } = useQuery(queryOf(listTakings, {}))
  if (data.length === 0) return null
  return (
    <Box title={isOffice ? 'Paid by hand' : 'What you took'} className="mt-4 max-w-[52rem] print:hidden first:mt-0">
      <ul>
        {data.map((person) => (
          <li key={person.personId} className="grid gap-1 border-line border-b py-3 last:border-b-0">
            <b className="font-[640] wrap-anywhere">
              <Who name={person.name} isFirst />
            </b>
            {person.taken.map((one) => (
              <Taken key={`${one.method} ${one.amount}`} person={person} {...one} />
            ))}
            {person.handedOver.map((one) => (
              <HandedOver key={one.id} name={person.name} mayUndo={isOffice} {...one} />
            ))}
          </li>
        ))}
      </ul>
    </Box>
  )
}

function Taken({ person, method, amount, since }: { person: Takings } & Takings['taken'][number]) {
  const today = useVenueToday()
  const { personId, name, mayHandOver } = person
  // One row is one hand-over, no matter how often its button is pressed or an answer gets lost.
  const [idempotencyKey] = useState(newIdempotencyKey)
  const settle = useMutation({
    mutationFn: () => call(recordHandOver, { body: { personId, method, amount } }, { idempotencyKey }),
  })
  return (
    <>
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <span className="num">
          <Money cents={amount} /> {MANUAL_METHODS[method].how}
          {since < today && <span className="text-ink-2">, since {formatShortDate(since)}</span>}
        </span>
        {mayHandOver && (
          <Button size="sm" busy={settle.isPending} busyLabel="Saving..." onClick={() => settle.mutate()}>
            {amount > 0 ? 'I got it' : 'I gave it back'}
            <span className="sr">
              {' '}
              {formatCents(amount)} {MANUAL_METHODS[method].how}, {name}
            </span>
          </Button>
        )}
      </p>
      <FailedBanner of={settle} />
    </>
  )
}

type HandedOverProps = Takings['handedOver'][number] & { name: string; mayUndo: boolean }

function HandedOver({ id, name, method, amount, to, at, mayUndo }: HandedOverProps) {
  const undo = useMutation({ mutationFn: () => call(undoHandOver, { params: { id } }) })
  const sum = `${formatCents(Math.abs(amount))} ${MANUAL_METHODS[method].how}`
  return (
    <>
      <p className="flex min-h-11 items-center justify-between gap-x-3 text-ink-2">
        <span className="num min-w-0 wrap-anywhere">
          <Who name={name} isFirst /> {amount > 0 ? `handed over ${sum} to ` : `got ${sum} back from `}
          <Who name={to} /> at {formatPortalTime(at)}
        </span>
        {mayUndo && (
          <Button size="sm" busy={undo.isPending} busyLabel="Undoing..." onClick={() => undo.mutate()}>
            Undo
            <span className="sr">
              {' '}
              {sum}, {name}
            </span>
          </Button>
        )}
      </p>
      <FailedBanner of={undo} />
    </>
  )
}
