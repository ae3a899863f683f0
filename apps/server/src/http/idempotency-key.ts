import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Db } from '../database/transaction.ts'
import { AppError } from './app-error.ts'

/** The `Idempotency-Key` of a call. @throws AppError `invalid-input` if it is malformed */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  const message = 'The Idempotency-Key must be 1 to 200 visible characters.'
  throw new AppError('invalid-input', { message, details: [{ path: 'Idempotency-Key', message }] })
}

/** Tables of admin requests, each row with the admin's idempotency key. */
type Sent = {
  [T in keyof Tables]: Tables[T] extends { admin_id: number; idempotency_key: string | null } ? T : never
}[keyof Tables]

/** Finds an admin's earlier request with the same key. @throws AppError `key-reused` if it differs from `said` */
export async function findSent<T extends Sent>(
  db: Db,
  table: T,
  { adminId, key }: { adminId: number; key: string | undefined },
  said: Partial<Selectable<Tables[T]>>,
  message?: string,
): Promise<Selectable<Tables[T]> | undefined> {
  if (key === undefined) return undefined
  const query = sql<Selectable<Tables[T]>>`
    select * from ${sql.table(table)} where admin_id = ${adminId} and idempotency_key = ${key}`
  const earlier = (await query.execute(db)).rows[0]
  if (earlier) refuseOther(earlier, said, message)
  return earlier
}

/** @throws AppError `key-reused` if the earlier request with the key differs from `said` */
export function refuseOther<Row extends object>(earlier: Row, said: Partial<Row>, message?: string): void {
  const names = Object.keys(said) as (keyof Row)[]
  if (names.some((name) => !isDeepStrictEqual(earlier[name], said[name]))) throw new AppError('key-reused', { message })
}
