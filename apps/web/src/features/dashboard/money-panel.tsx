import type { DashboardOverview } from '@arcadia/contract/dashboard'
import { Money } from '../../ui/money.tsx'

export function MoneyPanel({ money, year }: { money: DashboardOverview['money']; year: string }) {
  return (
    <section className="box min-[900.02px]:col-start-2" aria-labelledby="money-title">
      <h2 id="money-title" className="box__h">
        Money
      </h2>
      <dl className="summary">
        <div>
          <dt>Card payments, {year}</dt>
          <dd>
            <Money cents={money.captured} />
          </dd>
        </div>
        <div>
          <dt>Cash and checks, {year}</dt>
          <dd>
            <Money cents={money.cash} />
          </dd>
        </div>
        <div>
          <dt>Refunded, {year}</dt>
          <dd>
            <Money cents={money.refunded} />
          </dd>
        </div>
        <div className="due">
          <dt>Balances due</dt>
          <dd>
            <Money cents={money.due} />
          </dd>
        </div>
      </dl>
    </section>
  )
}
