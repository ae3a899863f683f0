import { listRefundableFailures, listRefundRequests } from '@arcadia/contract/refunds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { DataTable } from '../../list/data-table.tsx'
import { useMay } from '../../session/use-may.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMailPromise } from '../mails/mail-server.ts'
import { BooksPanel } from './books-panel.tsx'
import { GiveBackSection, toGiveBack } from './give-back-section.tsx'
import { RefundActDialog } from './refund-act-dialog.tsx'
import { actsOnIssue, actsOnRequest, type OfferedAct, type RefundAct, type Told } from './refund-acts.ts'
import { ISSUE_COLUMNS, REQUEST_COLUMNS } from './refund-columns.tsx'
import { RefundsSection } from './refunds-section.tsx'

/** What goes back by hand, payments to refund or settle, guests' requests, and whether the books match (docs/rules.md §9.1). */
export function AdminRefundsTab() {
  const issues = useQuery(queryOf(listRefundableFailures, {}))
  const requests = useQuery(queryOf(listRefundRequests, {}))
  const byHand = useQuery(toGiveBack)
  const [act, setAct] = useState<RefundAct>()
  const client = useQueryClient()
  const may = useMay()
  const promise = useMailPromise()
  const [params] = useSearchParams()
  const [kind, id] = (params.get('id') ?? '').split('-')
  const asked = { [kind!]: Number(id) }
  const sending = useMutation({
    mutationFn: (told: Told) => act!.send(told, promise),
    onSuccess: (message) => {
      setAct(undefined)
      toast(message)
    },
  })
  const buttons = (acts: readonly OfferedAct[]) => (
    <span className="flex gap-2 max-[700px]:mt-[0.6rem] max-[700px]:flex-wrap">
      {acts.map(({ label, name, isOff, act }) => (
        <Button
          key={label}
          size="sm"
          disabled={sending.isPending || isOff}
          aria-label={name}
          onClick={() => setAct(act)}
        >
          {label}
        </Button>
      ))}
    </span>
  )
  // Wait for both: the first would be pushed down by the second. A failed one retries in its own place.
  if ([issues, requests, byHand].some((list) => list.isPending && !list.isFetched))
    return <Skeleton className="h-60 w-full" />

  const sections = [
    {
      list: issues,
      shown: (
        <RefundsSection
          key="items"
          id="refund-items"
          title="Payments to settle"
          text="Refunds to send and payments to check in QuickBooks."
          list={issues}
          empty="No refund items pending."
        >
          <DataTable
            caption="Payments to settle"
            columns={[...ISSUE_COLUMNS, { head: 'Action', cell: (issue) => buttons(actsOnIssue(issue)) }]}
            rows={issues.data}
            ledTo={asked.issue}
            empty={null}
          />
        </RefundsSection>
      ),
    },
    {
      list: requests,
      shown: (
        <RefundsSection
          key="requests"
          id="refund-requests"
          title="Guests' requests"
          text={`Deposits aren't refundable, but it's ${may('owner') ? 'your' : "the owner's"} call.`}
          list={requests}
          empty="No requests to answer"
        >
          <DataTable
            caption="Guests' requests"
            columns={[...REQUEST_COLUMNS, { head: 'Answer', cell: (request) => buttons(actsOnRequest(request)) }]}
            rows={requests.data}
            ledTo={asked.request}
            empty={null}
          />
        </RefundsSection>
      ),
    },
  ]
  const isEmpty = ({ list }: (typeof sections)[number]) => Number(list.data?.length === 0)
  return (
    <div className="relative grid grid-cols-1 gap-8">
      <Button
        size="sm"
        className="absolute right-0 max-[700px]:-top-13"
        busy={issues.isFetching || requests.isFetching}
        icon={<RefreshCw className="size-4" strokeWidth={1.75} aria-hidden />}
        onClick={() => void client.invalidateQueries()}
      >
        Refresh
      </Button>
      {isGone(issues.data, asked.issue) && <Banner tone="info">Somebody has taken care of that already.</Banner>}
      {isGone(requests.data, asked.request) && (
        <Banner tone="info">
          This request was answered, or the guest has taken it back. The booking's history says which.
        </Banner>
      )}
      {byHand.data?.length !== 0 && <GiveBackSection list={byHand} />}
      {sections.toSorted((one, other) => isEmpty(one) - isEmpty(other)).map(({ shown }) => shown)}
      <BooksPanel />
      {act && (
        <RefundActDialog act={act} onAct={(told) => sending.mutateAsync(told)} onClose={() => setAct(undefined)} />
      )}
    </div>
  )
}

/** Whether what a link led to waits no longer. */
const isGone = (list: readonly { id: number }[] | undefined, asked: number | undefined) =>
  list !== undefined && asked !== undefined && !list.some(({ id }) => id === asked)
