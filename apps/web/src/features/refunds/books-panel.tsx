import { type BookComparison, checkLedger, compareBooks, settleLostCharge } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { RefundsSection } from './refunds-section.tsx'

/** Where the card money is, and whether QuickBooks agrees. */
export function BooksPanel() {
  const ledger = useQuery({
    ...queryOf(checkLedger, {}),
    // Poll during a comparison.
    refetchInterval: ({ state }) => (state.data?.comparison?.isUnderWay ? 1000 : false),
  })
  /** Starts the daily comparison now. */
  const compare = useMutation({ mutationFn: () => call(compareBooks, {}) })
  /** For a charge booked again or refunded in QuickBooks. */
  const settle = useMutation({
    mutationFn: (requestId: string) => call(settleLostCharge, { params: { requestId } }),
    onSuccess: () => ledger.refetch(),
  })
  const may = useMay()
  const { data } = ledger
  const isUnderWay = compare.isPending || data?.comparison?.isUnderWay === true
  return (
    <RefundsSection
      id="refund-books"
      title="Our books and QuickBooks"
      text="Card payments only, with charges that were canceled before they settled. We compare each with QuickBooks once a day."
      list={ledger}
    >
      {compare.error && <TryAgainBanner className="mb-4" error={compare.error} onRetry={() => compare.mutate()} />}
      {settle.error && (
        <TryAgainBanner className="mb-4" error={settle.error} onRetry={() => settle.mutate(settle.variables)} />
      )}
      {!data && !ledger.error && <Skeleton className="h-48 w-full" />}
      {data && (
        <div className="box grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-x-12 gap-y-5 max-[700px]:p-4">
          <div>
            <StatusTag status={data.balanced ? 'CONFIRMED' : 'PENDING'} label={looksOf(data)} />
            <p className="mt-2" role="status">
              {isUnderWay ? 'Comparing with QuickBooks now…' : describeComparison(data.comparison)}
            </p>
            {data.differences.length > 0 && (
              <ul className="mt-3">
                {data.differences.map((difference) => (
                  <li
                    key={difference}
                    className="grid justify-items-start gap-2 wrap-anywhere border-line border-t py-3"
                  >
                    {difference}
                    {lostAs(difference, data) && may('owner') && (
                      <Button
                        size="sm"
                        busy={settle.isPending}
                        busyLabel="Saving..."
                        onClick={() => settle.mutate(lostAs(difference, data)!.requestId)}
                      >
                        It's settled
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
            <Button
              size="sm"
              className="mt-4"
              busy={isUnderWay}
              busyLabel="Comparing..."
              onClick={() => compare.mutate()}
            >
              Compare now
            </Button>
          </div>
          <SummaryList
            rows={[
              { label: 'Card payments', value: formatCents(data.captured) },
              { label: 'Kept on bookings', value: formatCents(data.kept) },
              { label: 'Refunded or canceled', value: formatCents(data.refunded) },
              ...(data.chargedBack > 0 ? [{ label: 'Taken back by banks', value: formatCents(data.chargedBack) }] : []),
              { label: 'Paid without a trip', value: formatCents(data.failures) },
              ...(data.unresolved > 0 ? [{ label: 'Being confirmed', value: formatCents(data.unresolved) }] : []),
            ]}
          />
        </div>
      )}
    </RefundsSection>
  )
}

const lostAs = (difference: string, { lost }: Output<typeof checkLedger>) =>
  lost.find(({ text }) => text === difference)

function looksOf({ balanced, comparison }: Output<typeof checkLedger>): string {
  if (!balanced) return "The books don't match"
  return comparison?.comparedAt ? 'The books match' : 'Our sums add up'
}

function describeComparison(last: BookComparison | null): string {
  if (!last?.comparedAt) return 'Not compared with QuickBooks yet. The first check runs automatically.'
  const { comparedAt, charges, unread, differences } = last
  const payments = `${charges} ${charges === 1 ? 'payment' : 'payments'}`
  const found = differences.length === 0 ? 'no differences' : `${differences.length} to settle`
  const missed = unread > 0 ? ` QuickBooks didn't respond for ${unread} more; we'll ask again soon.` : ''
  return `Last compared ${formatPortalMoment(comparedAt)}: ${payments} from the last 30 days, ${found}.${missed}`
}
