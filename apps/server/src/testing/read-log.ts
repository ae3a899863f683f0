import { ACTIONS, changedValues, changeInWords } from '@arcadia/contract/admin/change-words'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'

const MACHINE_WORDS = /\d{4}-\d\d-\d\dT|\bnull\b|\bundefined\b|\[object|\b[A-Z]+_[A-Z_]+\b/
const CAMEL_CASE = /\b[a-z]+[A-Z]/

/** What a person would read of a change, if it has a word of the machine's. What people typed may look like anything but an instant. */
function machineWordsOf(action: string, before: string | null, after: string | null): string[] {
  const values = changedValues(before, after) ?? []
  return [
    ...(Object.hasOwn(ACTIONS, action) ? [] : [action]),
    ...values.map(changeInWords).filter((line) => MACHINE_WORDS.test(line)),
    ...values.map(({ name }) => name).filter((name) => CAMEL_CASE.test(name)),
  ]
}

/** Throws if the change log or a booking's history says anything that only a program understands. */
export async function expectLogInWords(db: Db): Promise<void> {
  const { rows: changes } = await sql<{ action: string; before: string | null; after: string | null }>`
    select action, before_value::text as before, after_value::text as after
    from audit_entries e left join audit_values v on v.entry_id = e.id`.execute(db)
  for (const { action, before, after } of changes) {
    const found = machineWordsOf(action, before, after)
    if (found.length > 0) throw new Error(`the change log says of '${action}': ${found.join(' | ')}`)
  }
  const { rows: events } = await sql<{ kind: string; description: string }>`
    select distinct kind, description from booking_events`.execute(db)
  for (const { kind, description } of events)
    if (MACHINE_WORDS.test(description) || CAMEL_CASE.test(description) || !/^[A-Z$\d].*\.$/.test(description))
      throw new Error(`the history says of '${kind}': ${description}`)
}
