import { listRefundableFailures, listRefundRequests } from '@arcadia/contract/refunds'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { useMay } from '../../session/use-may.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { BooksPanel } from './books-panel.tsx'
import { RefundActDialog } from './refund-act-dialog.tsx'
import type { RefundAct } from './refund-acts.ts'
import { IssuesTable, RequestsTable } from './refund-tables.tsx'
import { RefundsSection } from './refunds-section.tsx'

/** Payments to give back or to settle, what customers ask back, and whether the books agree (docs/rules.md §9.1). */
export function AdminRefundsTab() {
  const issues = useQuery(queryOf(listRefundableFailures, {}))
  const requests = useQuery(queryOf(listRefundRequests, {}))
  const [act, setAct] = useState<RefundAct>()
  const may = useMay()
  const sending = useMutation({
    mutationFn: (typed: string) => act!.send(typed),
    onSuccess: (message) => {
      setAct(undefined)
      toast(message)
    },
  })
  // At once: what comes above would push the rest down. What failed loads again in its own place.
  if ([issues, requests].some((list) => list.isPending && !list.isFetched)) return <Skeleton className="h-60 w-full" />

  return (
    <div className="grid grid-cols-1 gap-10 [&_.empty_h2]:font-[560] [&_.empty_h2]:font-text [&_.empty_h2]:text-[1.0625rem]/[1.4] [&_.empty_h2]:normal-case">
      <RefundsSection
        id="refund-items"
        title="Payments to settle"
        text="Refunds to send and payments to check in QuickBooks."
        list={issues}
      >
        {!issues.error && <IssuesTable issues={issues.data} busy={sending.isPending} onAct={setAct} />}
      </RefundsSection>
      <RefundsSection
        id="refund-requests"
        title="Customers' requests"
        text={`Deposits aren't refundable, but it's ${may('owner') ? 'your' : "the owner's"} call.`}
        list={requests}
      >
        {!requests.error && <RequestsTable requests={requests.data} busy={sending.isPending} onAct={setAct} />}
      </RefundsSection>
      <BooksPanel />
      {act && <RefundActDialog act={act} onAct={sending.mutateAsync} onClose={() => setAct(undefined)} />}
    </div>
  )
}
