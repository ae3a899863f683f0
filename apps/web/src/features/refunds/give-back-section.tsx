import { portal } from '@arcadia/contract/addresses'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import { fullName } from '@arcadia/contract/full-name'
import { queryOf } from '../../api/query-of.ts'
import { DataTable } from '../../list/data-table.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { GIVE_BACK_COLUMNS } from './refund-columns.tsx'
import { RefundsSection } from './refunds-section.tsx'

export const toGiveBack = {
  ...queryOf(listAdminBookings, { query: { only: 'TO_GIVE_BACK', sort: 'date', size: 100 } }),
  select: (found: Output<typeof listAdminBookings>) => (Array.isArray(found) ? found : found.content),
}

interface GiveBackSectionProps {
  list: { data?: readonly AdminBooking[] | undefined; error: Error | null; refetch: () => Promise<unknown> }
}

/** What was paid by hand and goes back (docs/rules.md §3.17), until "Given back" is recorded in the booking. */
export function GiveBackSection({ list }: GiveBackSectionProps) {
  return (
    <RefundsSection
      id="refunds-by-hand"
      title="To give back by hand"
      text='Give it back the way it was paid, then press "Given back" in the booking.'
      list={list}
    >
      <DataTable
        caption="To give back by hand"
        columns={[...GIVE_BACK_COLUMNS, { head: 'Action', cell: openBooking }]}
        rows={list.data}
        empty={null}
      />
    </RefundsSection>
  )
}

const openBooking = (booking: AdminBooking) => (
  <LinkButton
    size="sm"
    className="max-[700px]:mt-[0.6rem]"
    to={portal.bookings.href({ id: booking.id })}
    aria-label={`Open the booking of ${fullName(booking)}`}
  >
    Open booking
  </LinkButton>
)
