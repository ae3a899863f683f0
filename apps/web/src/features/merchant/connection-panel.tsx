import type { ConnectionStatus } from '@arcadia/contract/merchant'
import { Plug, RefreshCw, Unplug } from 'lucide-react'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'

interface ConnectionPanelProps {
  status: ConnectionStatus
  isBusy: boolean
  isRefreshing: boolean
  onConnect: () => void
  onRefresh: () => void
  onDisconnect: () => void
}

export function ConnectionPanel(props: ConnectionPanelProps) {
  const { status, isBusy } = props
  const small = { size: 'sm', disabled: isBusy } as const
  return (
    <Box title="QuickBooks Payments" aside={<ConnectionTag status={status} />}>
      <p className="muted mb-3">{explain(status)}</p>
      <SummaryList
        rows={[
          status.isConnected && { label: 'Realm ID', value: <span className="wrap-anywhere">{status.realmId}</span> },
          { label: 'Last connected', value: formatMoment(status.lastConnected) },
          status.isConnected && { label: 'Token expires', value: formatMoment(status.tokenExpiresAt) },
          !!status.connectionEndsAt && {
            label: 'Connection ends if unused',
            value: formatMoment(status.connectionEndsAt),
          },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-[0.6rem] *:px-[0.7rem]">
        {status.isConnected ? (
          <>
            <Button
              variant={status.needsRefresh ? 'cta' : 'line'}
              {...small}
              icon={<RefreshCw aria-hidden />}
              busy={props.isRefreshing}
              busyLabel="Refreshing..."
              onClick={props.onRefresh}
            >
              Refresh Access Token
            </Button>
            <Button
              variant={status.endsSoon ? 'cta' : 'line'}
              {...small}
              icon={<Plug aria-hidden />}
              onClick={props.onConnect}
            >
              Reconnect
            </Button>
            <Button {...small} variant="danger" icon={<Unplug aria-hidden />} onClick={props.onDisconnect}>
              Disconnect
            </Button>
          </>
        ) : (
          <Button variant="cta" icon={<Plug aria-hidden />} disabled={isBusy} onClick={props.onConnect}>
            Connect
          </Button>
        )}
      </div>
    </Box>
  )
}

function ConnectionTag({ status }: { status: ConnectionStatus }) {
  if (!status.isConnected) return <StatusTag status="CANCELLED" label="Not connected" />
  if (status.needsRefresh) return <StatusTag status="PENDING" label="Needs Refresh" />
  return <StatusTag status="CONFIRMED" label="Active" />
}

/** What it means for the owner, before any of the figures. */
function explain(status: ConnectionStatus): string {
  if (!status.isConnected) return `${status.message} Customers can't pay a deposit, so they can't book.`
  if (status.needsRefresh)
    return "QuickBooks didn't respond last time. We'll try again automatically, or you can refresh now."
  return "Deposits go to your QuickBooks account. You're all set."
}
