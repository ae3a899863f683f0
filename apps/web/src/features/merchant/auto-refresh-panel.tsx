import type { RefreshStatus } from '@arcadia/contract/merchant'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'

interface AutoRefreshPanelProps {
  refresh: RefreshStatus
  isConnected: boolean
  isBusy: boolean
  onTrigger: () => void
}

export function AutoRefreshPanel({ refresh, isConnected, isBusy, onTrigger }: AutoRefreshPanelProps) {
  return (
    <Box
      title="Auto-refresh"
      aside={
        <StatusTag
          status={refresh.autoRefreshEnabled ? 'CONFIRMED' : 'CLOSED'}
          label={refresh.autoRefreshEnabled ? 'On' : 'Off'}
        />
      }
    >
      <p className="muted mb-3">
        The QuickBooks connection renews every hour.{!isConnected && ' It starts when you connect.'}
      </p>
      <SummaryList
        rows={[
          { label: 'Next check', value: nextCheck() },
          { label: 'Proactive refresh', value: refresh.proactiveRefreshEnabled ? 'On' : 'Off' },
          { label: 'Proactive threshold', value: `${refresh.proactiveThreshold} minutes` },
          { label: 'Last refreshed', value: formatMoment(refresh.lastRefreshed) },
          ...(refresh.lastFailed ? [{ label: 'Last failed', value: formatMoment(refresh.lastFailed) }] : []),
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-[0.6rem] *:px-[0.7rem]">
        <Button size="sm" disabled={isBusy || !isConnected} onClick={onTrigger}>
          Trigger Auto-Refresh Now
        </Button>
      </div>
    </Box>
  )

  function nextCheck(): string {
    if (refresh.nextRefreshCheck) return formatMoment(refresh.nextRefreshCheck)
    return isConnected ? 'Soon' : 'Once connected'
  }
}
