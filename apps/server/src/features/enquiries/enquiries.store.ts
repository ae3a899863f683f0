import type { Enquiry, NewEnquiry } from '@arcadia/contract/enquiries'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { EnquiriesTable } from './enquiries.tables.ts'

export async function insertEnquiry(tx: Db, now: Date, enquiry: NewEnquiry): Promise<Enquiry> {
  const row = await tx
    .insertInto('enquiries')
    .values({
      first_name: enquiry.firstName,
      last_name: enquiry.lastName,
      email: enquiry.email,
      phone: enquiry.phone,
      country: enquiry.country,
      message: enquiry.message,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEnquiry(row)
}

/** @throws AppError `not-found` */
export async function getEnquiry(db: Db, id: number): Promise<Enquiry> {
  const row = await db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return toEnquiry(row)
}

function toEnquiry(row: Selectable<EnquiriesTable>): Enquiry {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: `${row.first_name} ${row.last_name}`,
    email: row.email,
    phone: row.phone,
    country: row.country,
    message: row.message,
    status: row.status,
    createdAt: row.created_at,
  }
}
