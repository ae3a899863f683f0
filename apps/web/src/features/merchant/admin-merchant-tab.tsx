import { getRefreshStatus } from '@arcadia/contract/merchant'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { Banner } from '../../ui/banner.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { adminStatusQuery, useMerchantActions } from './admin-merchant.queries.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { SetupInstructions } from './setup-instructions.tsx'
import { TechnicalDetails } from './technical-details.tsx'

/** Where the owner connects the merchant account; `children` are what else it takes. */
export function AdminMerchantTab({ children }: { children?: ReactNode }) {
  const connection = useQuery(adminStatusQuery)
  const renewal = useQuery({ ...queryOf(getRefreshStatus, {}), staleTime: 0 })
  const actions = useMerchantActions()
  const [isLeaving, setLeaving] = useState(false)

  const act = (start: () => void) => () => {
    actions.dismissError()
    start()
  }
  const error = connection.error ?? renewal.error
  const reload = () => void Promise.all([connection.refetch(), renewal.refetch()])
  const { data: status } = connection
  if (error && !(status && renewal.data)) return <TryAgainBanner error={error} onRetry={reload} />
  if (!status || !renewal.data) return <Skeleton className="h-64 w-full" />
  const connect = act(() => actions.connect.mutate())

  return (
    <>
      {actions.error && (
        <Banner className="mb-4" onDismiss={actions.dismissError}>
          {actions.error}
        </Banner>
      )}
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={reload} />}
      {status.endsSoon && status.connectionEndsAt && (
        <Banner tone="warn" className="mb-4">
          QuickBooks ends this connection on {formatPortalMoment(status.connectionEndsAt)}. Click Reconnect before then
          and nothing changes for your guests.
        </Banner>
      )}
      <div className="grid max-w-[72rem] grid-cols-[repeat(auto-fit,minmax(min(28rem,100%),1fr))] items-start gap-4">
        <ConnectionPanel
          status={status}
          isBusy={actions.isBusy}
          onConnect={connect}
          onDisconnect={() => setLeaving(true)}
        >
          <TechnicalDetails
            status={status}
            refresh={renewal.data}
            isBusy={actions.isBusy}
            isRefreshing={actions.refresh.isPending}
            onRefresh={act(() => actions.refresh.mutate())}
            onTrigger={act(() => actions.autoRefresh.mutate())}
          />
        </ConnectionPanel>
        {!status.isConnected && <SetupInstructions redirectUri={status.redirectUri} />}
        {children && <div className="col-span-full">{children}</div>}
        <div className="box col-span-full">
          <ChangeHistory kind="merchant" />
        </div>
      </div>
      {isLeaving && status.realmId && (
        <ConfirmDialog
          title="Disconnect QuickBooks"
          confirmLabel="Disconnect QuickBooks"
          isDanger
          busy={actions.disconnect.isPending}
          onClose={() => setLeaving(false)}
          onConfirm={() => {
            actions.dismissError()
            actions.disconnect.mutate(status.realmId ?? '', { onSettled: () => setLeaving(false) })
          }}
        >
          <p>
            Until you connect again, <b>guests can't pay a deposit, so they can't book</b>. You can't make refunds
            either.
          </p>
          <p className="muted">Existing bookings and payments stay as they are.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
