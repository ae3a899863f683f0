import type { DashboardOverview } from '@arcadia/contract/dashboard'
import { Link } from 'react-router'
import { StatusTag } from '../../ui/tag.tsx'

/** Whether cards can be taken and emails went out. */
export function ServicesPanel({ merchant, failedMails }: Pick<DashboardOverview, 'merchant' | 'failedMails'>) {
  return (
    <section className="box min-[900.02px]:col-start-2" aria-labelledby="services-title">
      <h2 id="services-title" className="box__h">
        Cards and email
      </h2>
      <dl className="summary">
        <div>
          <dt>
            <Link to={{ search: '?tab=merchant-setup' }}>Card payments</Link>
          </dt>
          <dd>
            <MerchantTag {...merchant} />
          </dd>
        </div>
        <div>
          <dt>
            <Link to={{ search: '?tab=dashboard&view=mail&status=failed' }}>Email</Link>
          </dt>
          <dd>
            {failedMails === 0 ? (
              <StatusTag status="CONFIRMED" label="None failed" />
            ) : (
              <StatusTag status="NEW" label={`${failedMails} failed`} />
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}

function MerchantTag({ isConnected, needsRefresh }: DashboardOverview['merchant']) {
  if (!isConnected) return <StatusTag status="NEW" label="Not connected" />
  return needsRefresh ? (
    <StatusTag status="PENDING" label="Needs Refresh" />
  ) : (
    <StatusTag status="CONFIRMED" label="Connected" />
  )
}
