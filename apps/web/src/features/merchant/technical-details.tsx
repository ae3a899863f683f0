import type { ConnectionStatus, RefreshStatus } from '@arcadia/contract/merchant'
import { RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { SummaryList } from '../../ui/summary-list.tsx'

interface TechnicalDetailsProps {
  status: ConnectionStatus
  refresh: RefreshStatus
  isBusy: boolean
  isRefreshing: boolean
  onRefresh: () => void
  onTrigger: () => void
}

/** For troubleshooting: the account id, its tokens, and their renewal. */
export function TechnicalDetails({ status, refresh, isBusy, ...actions }: TechnicalDetailsProps) {
  const { isConnected } = status
  return (
    <div className="grid gap-4 pb-1">
      <SummaryList
        rows={[
          // Why it isn't connected, in the provider's or server's words.
          !isConnected && !!status.message && { label: 'Status', value: status.message },
          isConnected && { label: 'Realm ID', value: <span className="wrap-anywhere">{status.realmId}</span> },
          { label: 'Last connected', value: formatPortalMoment(status.lastConnected) },
          isConnected && { label: 'Token expires', value: formatPortalMoment(status.tokenExpiresAt) },
          !!status.connectionEndsAt && {
            label: 'Connection ends if unused',
            value: formatPortalMoment(status.connectionEndsAt),
          },
          { label: 'Auto-refresh', value: refresh.autoRefreshEnabled ? 'On' : 'Off' },
          { label: 'Next check', value: nextCheck() },
          { label: 'Proactive refresh', value: refresh.proactiveRefreshEnabled ? 'On' : 'Off' },
          { label: 'Proactive threshold', value: `${refresh.proactiveThreshold} minutes` },
          { label: 'Last refreshed', value: formatPortalMoment(refresh.lastRefreshed) },
          !!refresh.lastFailed && { label: 'Last failed', value: formatPortalMoment(refresh.lastFailed) },
        ]}
      />
      <div className="flex flex-wrap gap-[0.6rem] *:px-[0.7rem]">
        {isConnected && (
          <Button
            variant={status.needsRefresh ? 'cta' : 'line'}
            size="sm"
            disabled={isBusy && !actions.isRefreshing}
            icon={<RefreshCw aria-hidden />}
            busy={actions.isRefreshing}
            busyLabel="Refreshing..."
            onClick={actions.onRefresh}
          >
            Refresh Access Token
          </Button>
        )}
        <Button size="sm" disabled={!isConnected} busy={isBusy} onClick={actions.onTrigger}>
          Trigger Auto-Refresh Now
        </Button>
      </div>
    </div>
  )

  function nextCheck(): string {
    if (refresh.nextRefreshCheck) return formatPortalMoment(refresh.nextRefreshCheck)
    return isConnected ? 'Soon' : 'Once connected'
  }
}
