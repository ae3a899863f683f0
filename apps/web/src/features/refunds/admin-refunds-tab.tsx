import { listRefundableFailures, listRefundRequests } from '@arcadia/contract/refunds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { Banner } from '../../ui/banner.tsx'
import { toast } from '../../ui/toast.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { useRefundAct } from './admin-refunds.queries.ts'
import { BooksPanel } from './books-panel.tsx'
import { RefundActDialog, type RefundQuestion } from './refund-act-dialog.tsx'
import { FailuresTable, RequestsTable } from './refund-tables.tsx'
import { RefundsHead } from './refunds-head.tsx'

/** Payments to give back or to settle, what customers ask back, and whether the books agree (docs/rules.md §9.1). */
export function AdminRefundsTab() {
  const failures = useQuery(queryOf(listRefundableFailures, {}))
  const requests = useQuery(queryOf(listRefundRequests, {}))
  const [question, setQuestion] = useState<RefundQuestion>()
  const act = useRefundAct((message) => {
    setQuestion(undefined)
    toast(message)
  })

  return (
    <div className="grid grid-cols-1 gap-10 [&_.empty_h2]:font-[560] [&_.empty_h2]:font-text [&_.empty_h2]:text-[1.0625rem]/[1.4]">
      {act.error && !question && <Banner onDismiss={act.reset}>{act.error.message}</Banner>}
      <section aria-labelledby="refund-items">
        <RefundsHead
          id="refund-items"
          title="Payments to settle"
          text="Refunds to send and payments to check in QuickBooks."
          count={failures.data?.length}
          list={failures}
        />
        {failures.error ? (
          <TryAgainBanner error={failures.error} onRetry={() => void failures.refetch()} />
        ) : (
          <FailuresTable failures={failures.data} busy={act.isPending} onAsk={setQuestion} />
        )}
      </section>
      <section aria-labelledby="refund-requests">
        <RefundsHead
          id="refund-requests"
          title="Customers’ requests"
          text="Deposits aren't refundable, but it's your call."
          count={requests.data?.length}
          list={requests}
        />
        {requests.error ? (
          <TryAgainBanner error={requests.error} onRetry={() => void requests.refetch()} />
        ) : (
          <RequestsTable requests={requests.data} busy={act.isPending} onAsk={setQuestion} />
        )}
      </section>
      <BooksPanel />
      {question && (
        <RefundActDialog
          question={question}
          onAct={act.mutateAsync}
          onClose={() => {
            act.reset()
            setQuestion(undefined)
          }}
        />
      )}
    </div>
  )
}
