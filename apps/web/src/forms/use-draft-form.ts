import type * as z from 'zod/mini'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { type Name, useContractForm } from './use-contract-form.ts'
import { useDraft } from './use-draft.ts'

/** `useContractForm`, where what is typed, into all fields or those that are `kept`, is kept as by `useDraft`. */
export function useDraftForm<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  defaultValues: Parameters<typeof useContractForm<Schema>>[1],
  kept: readonly Name<Schema>[] = Object.keys(defaultValues) as Name<Schema>[],
) {
  const stored: Record<string, string | number | boolean> = Object.fromEntries(
    kept.map((one) => [one, defaultValues[one]]),
  )
  const { draft, change, forget, was, isChanged } = useDraft(name, stored)
  const { pressKey } = draft
  // Only these: what an earlier release stored under another name must not reach a strict schema.
  const typed = Object.fromEntries(kept.map((one) => [one, draft[one]!]))
  const form = useContractForm(schema, defaultValues, { typed, was })
  const keep = (field: Name<Schema>, value: string | boolean) => kept.includes(field) && change({ [field]: value })
  const { meanwhile } = form
  return {
    ...form,
    meanwhile: meanwhile && {
      ...meanwhile,
      takeTheirs() {
        meanwhile.takeTheirs()
        forget(meanwhile.names)
      },
    },
    field: (field: Name<Schema>) => {
      const registered = form.field(field)
      return {
        ...registered,
        onChange(event: Parameters<typeof registered.onChange>[0]) {
          const { type, value, checked } = event.target as HTMLInputElement
          keep(field, type === 'checkbox' ? checked : value)
          return registered.onChange(event)
        },
      }
    },
    set: (field: Name<Schema>, value: string | boolean) => {
      keep(field, value)
      form.set(field, value)
    },
    isDraft: isChanged(),
    /** What was typed is sent, and stands in the fields until they are gone. */
    forget: () => forget(),
    /** @returns what brings it back */
    empty: () => {
      const undo = [forget(), form.empty()]
      return () => {
        for (const one of undo) one()
      }
    },
    /** Of a press that makes something: pressed again after a lost answer, also after a reload, it is the same one. */
    pressKey: () => {
      const key = String(pressKey || newIdempotencyKey())
      change({ pressKey: key })
      return key
    },
    /** That press made nothing: the next one is another. */
    dropPress: () => change({ pressKey: '' }),
  }
}
