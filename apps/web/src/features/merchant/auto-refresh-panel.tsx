import type { RefreshStatus } from '@arcadia/contract/merchant'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'

interface AutoRefreshPanelProps {
  refresh: RefreshStatus
  isBusy: boolean
  onTrigger: () => void
}

export function AutoRefreshPanel({ refresh, isBusy, onTrigger }: AutoRefreshPanelProps) {
  return (
    <section className="merchant__panel" aria-labelledby="merchant-refresh">
      <div className="merchant__head">
        <h2 id="merchant-refresh">Auto-refresh</h2>
        <StatusTag
          status={refresh.autoRefreshEnabled ? 'CONFIRMED' : 'CLOSED'}
          label={refresh.autoRefreshEnabled ? 'On' : 'Off'}
        />
      </div>
      <p className="muted mb-3">QuickBooks lets us in for an hour at a time. We renew that by ourselves.</p>
      <SummaryList
        rows={[
          { label: 'Next check', value: refresh.nextRefreshCheck ? formatMoment(refresh.nextRefreshCheck) : 'Soon' },
          { label: 'Proactive refresh', value: refresh.proactiveRefreshEnabled ? 'On' : 'Off' },
          { label: 'Proactive threshold', value: `${refresh.proactiveThreshold} minutes` },
          { label: 'Last refreshed', value: formatMoment(refresh.lastRefreshed) },
          ...(refresh.lastFailed ? [{ label: 'Last failed', value: formatMoment(refresh.lastFailed) }] : []),
        ]}
      />
      <div className="merchant__acts">
        <Button size="sm" disabled={isBusy} onClick={onTrigger}>
          Trigger Auto-Refresh Now
        </Button>
      </div>
    </section>
  )
}
