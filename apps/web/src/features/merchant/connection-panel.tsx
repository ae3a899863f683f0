import type { ConnectionStatus } from '@arcadia/contract/merchant'
import { Plug, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSiteData } from '../../prerender/site-data.ts'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusTag } from '../../ui/tag.tsx'

interface ConnectionPanelProps {
  status: ConnectionStatus
  isBusy: boolean
  onConnect: () => void
  onDisconnect: () => void
  /** Technical details, collapsed unless something is wrong. */
  children: ReactNode
}

/** One sentence for the owner, with the actions. */
export function ConnectionPanel({ status, isBusy, onConnect, onDisconnect, children }: ConnectionPanelProps) {
  const { simulatesPayments } = useSiteData()
  const small = { size: 'sm', busy: isBusy } as const
  return (
    <Box title="QuickBooks Payments" aside={<ConnectionTag status={status} />}>
      <p className="text-[1.125rem]/[1.45]">{explain(status, simulatesPayments)}</p>
      <div className="mt-4 flex flex-wrap gap-[0.6rem] *:px-[0.7rem]">
        {status.isConnected ? (
          <>
            <Button
              variant={status.endsSoon ? 'cta' : 'line'}
              {...small}
              icon={<Plug aria-hidden />}
              onClick={onConnect}
            >
              Reconnect
            </Button>
            <Button {...small} variant="danger" icon={<Unplug aria-hidden />} onClick={onDisconnect}>
              Disconnect
            </Button>
          </>
        ) : (
          <Button variant="cta" icon={<Plug aria-hidden />} busy={isBusy} onClick={onConnect}>
            Connect
          </Button>
        )}
      </div>
      <details className="mt-4 border-line border-t pt-2" open={status.needsRefresh}>
        <summary className="min-h-11 cursor-pointer py-2 font-[560]">Technical details</summary>
        {children}
      </details>
    </Box>
  )
}

function ConnectionTag({ status }: { status: ConnectionStatus }) {
  if (!status.isConnected) return <StatusTag status="CANCELLED" label="Not connected" />
  if (status.needsRefresh) return <StatusTag status="PENDING" label="Needs Refresh" />
  return <StatusTag status="CONFIRMED" label="Active" />
}

function explain(status: ConnectionStatus, simulatesPayments: boolean): string {
  if (!status.isConnected) return "You're not connected: guests can't pay a deposit, so they can't book."
  if (status.needsRefresh)
    return "You're connected, but QuickBooks didn't respond last time. We'll try again automatically, or you can refresh below."
  if (simulatesPayments) return "You're connected to a simulator of QuickBooks: no card is charged."
  return "You're connected: deposits go to your QuickBooks account."
}
