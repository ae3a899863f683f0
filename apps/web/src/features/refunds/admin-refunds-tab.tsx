import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useAdminAuth } from '../../session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { failuresQuery, type RefundAct, refundRequestsQuery, useRefundAct } from './admin-refunds.queries.ts'
import { RefundActDialog, type RefundQuestion } from './refund-act-dialog.tsx'
import { FailuresTable, RequestsTable } from './refund-tables.tsx'

/** Payments to give back or to settle, and what customers ask back (admin spec §2). */
export function AdminRefundsTab() {
  const { token: signedIn } = useAdminAuth()
  const token = signedIn ?? ''
  const enabled = signedIn !== null
  const failures = useQuery({ ...failuresQuery(token), enabled })
  const requests = useQuery({ ...refundRequestsQuery(token), enabled })
  const [question, setQuestion] = useState<RefundQuestion>()
  const act = useRefundAct(token, (message) => {
    setQuestion(undefined)
    toast(message)
  })
  const start = (next: RefundAct) => act.mutate(next)

  return (
    <>
      {act.error && !question && (
        <Banner className="mb-4" onDismiss={act.reset}>
          {act.error.message}
        </Banner>
      )}
      <section aria-labelledby="refund-items" className="mb-8">
        <Head id="refund-items" title="Payments to settle" list={failures} />
        {failures.error ? (
          <TryAgainBanner message={failures.error.message} onRetry={() => void failures.refetch()} />
        ) : (
          <FailuresTable failures={failures.data} busy={act.isPending} onAsk={setQuestion} />
        )}
      </section>
      <section aria-labelledby="refund-requests">
        <Head id="refund-requests" title="Customers’ requests" list={requests} />
        {requests.error ? (
          <TryAgainBanner message={requests.error.message} onRetry={() => void requests.refetch()} />
        ) : (
          <RequestsTable requests={requests.data} busy={act.isPending} onAsk={setQuestion} />
        )}
      </section>
      {question && (
        <RefundActDialog
          question={question}
          busy={act.isPending}
          error={act.error?.message}
          onAct={start}
          onClose={() => {
            act.reset()
            setQuestion(undefined)
          }}
        />
      )}
    </>
  )
}

interface HeadProps {
  id: string
  title: string
  list: { isFetching: boolean; refetch: () => Promise<unknown> }
}

function Head({ id, title, list }: HeadProps) {
  return (
    <div className="list-tools items-center">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <Button
        className="ml-auto"
        size="sm"
        busy={list.isFetching}
        icon={<RefreshCw className="size-4" strokeWidth={1.75} aria-hidden />}
        aria-label={`Refresh ${title.toLowerCase()}`}
        onClick={() => void list.refetch()}
      >
        Refresh
      </Button>
    </div>
  )
}
