import type { AdminBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import type { Input } from '@arcadia/contract/endpoint'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { findAdminQuery, lockAdminQuery, updateQuery } from './admin-booking-queries.store.ts'

export function createAdminBookingQueries({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** @throws AppError `not-found` */
    async get(id: number): Promise<AdminBookingQuery> {
      const query = await findAdminQuery(db, id)
      if (!query) throw new AppError('not-found')
      return query
    },

    /**
     * An answer that is new is emailed to who asked, once however often it is sent; RESPONDED needs one, now or from
     * before.
     * @throws AppError `not-found`, `invalid-input`
     */
    setStatus: (
      adminId: number,
      id: number,
      change: Input<typeof setBookingQueryStatus>['body'],
    ): Promise<AdminBookingQuery> =>
      inTransaction(db, clock, async (tx, now) => {
        const before = await lockAdminQuery(tx, id)
        if (!before) throw new AppError('not-found')
        const { status, adminResponse = before.adminResponse, adminNotes = before.adminNotes } = change
        if (status === 'RESPONDED' && !adminResponse) throw withoutResponse()
        const isNewAnswer = status === 'RESPONDED' && adminResponse !== null && adminResponse !== before.adminResponse
        await updateQuery(tx, now, id, { status, adminResponse, adminNotes, isNewAnswer })
        await recordChange(tx, {
          adminId,
          action: isNewAnswer ? 'booking-query.answered' : 'booking-query.status-changed',
          subject: { kind: 'booking-query', id },
          before: { status: before.status, adminResponse: before.adminResponse, adminNotes: before.adminNotes },
          after: { status, adminResponse, adminNotes },
        })
        if (isNewAnswer)
          await enqueueMail(tx, now, {
            kind: 'query-answered',
            to: before.userEmail,
            params: { queryId: id, bookingId: before.bookingId },
          })
        return (await findAdminQuery(tx, id))!
      }),
  }
}

function withoutResponse(): AppError {
  const message = 'Please write a response first.'
  return new AppError('invalid-input', { message, details: [{ path: 'adminResponse', message }] })
}
